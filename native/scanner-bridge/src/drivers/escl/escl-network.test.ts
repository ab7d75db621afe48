import { createHash, X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { listDevices } from '../../supervisor/scanner.ts'
import { ScanCollector, temporaryFolder } from '../../testing/collect-scan.ts'
import { type EsclDouble, startEsclDouble } from '../../testing/escl-double.ts'
import { type MdnsDouble, startMdnsDouble } from '../../testing/mdns-double.ts'
import { ownCertificate } from '../../testing/own-certificate.ts'
import { tinyJpeg } from '../../testing/tiny-jpeg.ts'

const PATIENCE = 120_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const devices: EsclDouble[] = []
let network: MdnsDouble | undefined
let run: ScanCollector | undefined

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(async () => {
  await run?.scanner.close()
  for (const device of devices.splice(0)) await device.close()
  await network?.close()
  network = undefined
  await folder.remove()
})

async function startDevice(options: Parameters<typeof startEsclDouble>[0] = {}) {
  const device = await startEsclDouble(options)
  device.feeder = [tinyJpeg('page 1'), tinyJpeg('page 2')]
  devices.push(device)
  return device
}

const portOf = (device: EsclDouble) => Number(new URL(device.url).port)
const search = (address?: string) =>
  listDevices({ launch: bridgeLaunch(process.execPath, network?.environment) }, 'escl', address)

test('a scanner in the network is found without an address', { timeout: PATIENCE }, async () => {
  const device = await startDevice()
  network = await startMdnsDouble([{ name: 'Example ADS-1', port: portOf(device), path: '/eSCL' }])
  expect(await search()).toMatchObject([
    { id: `${device.url}/`, name: 'Example & Co. ADS-1', stableKey: 'escl:S/N 1' },
  ])
})

test(
  'nobody answers, or who answers is not there: nothing is found',
  { timeout: PATIENCE },
  async () => {
    network = await startMdnsDouble([{ name: 'Gone', port: 9, path: 'eSCL' }])
    expect(await search()).toEqual([])
    expect(network.asked).toContain('_uscan._tcp.local')
  },
)

test('with an address the network is left alone', { timeout: PATIENCE }, async () => {
  const device = await startDevice()
  network = await startMdnsDouble([])
  expect(await search(device.url)).toHaveLength(1)
  expect(network.asked).toEqual([])
})

const fingerprintOf = (cert: string) =>
  createHash('sha256').update(new X509Certificate(cert).raw).digest('hex')

test(
  'an encrypted device is preferred, its certificate told, and another one refused',
  { timeout: PATIENCE },
  async ({ skip }) => {
    const [first, second] = ['first', 'second'].map((name) => ownCertificate(folder.root, name))
    if (!first || !second) return skip('openssl is missing')
    const plain = await startDevice()
    const device = await startDevice({ tls: first })
    network = await startMdnsDouble([
      { name: 'ADS-1', port: portOf(plain), path: 'eSCL' },
      { name: 'ADS-1', port: portOf(device), path: 'eSCL', isSecure: true },
    ])
    expect(await search()).toMatchObject([{ id: `${device.url}/` }])

    const open = (certificate?: string) => {
      run = new ScanCollector(
        folder.root,
        { driver: 'escl', id: device.url },
        certificate === undefined ? {} : { certificate },
      )
      return run.scanner.open()
    }
    const { certificate } = await open()
    expect(certificate).toBe(fingerprintOf(first.cert))
    expect(await run?.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 2 })
    await run?.scanner.close()

    // Somebody else in its place, between two days and in the middle of one.
    expect(await open(certificate)).toMatchObject({ certificate })
    await device.close()
    await startDevice({ tls: second, port: portOf(device) })
    expect(await run?.scan()).toMatchObject({
      fault: { code: 'CERTIFICATE_CHANGED' },
      lastGoodSheet: 0,
    })
    await run?.scanner.close()
    await expect(open(certificate)).rejects.toMatchObject({ code: 'CERTIFICATE_CHANGED' })
  },
)
