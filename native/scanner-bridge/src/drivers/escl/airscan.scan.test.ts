import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPnmHeader } from '../../picture/pnm.ts'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { ScanCollector, temporaryFolder } from '../../testing/collect-scan.ts'
import { type EsclDouble, startEsclDouble } from '../../testing/escl-double.ts'
import { saneConfig, whyNoAirscan } from '../../testing/sane-feeder.ts'

const reason = whyNoAirscan()
if (reason !== null) console.warn(`skipped: ${reason}`)

const SCANS = path.resolve(import.meta.dirname, '../../../../../test-scans/a4-200dpi-clean')
const pictures = readdirSync(SCANS)
  .filter((name) => name.endsWith('.jpg'))
  .map((name) => readFileSync(path.join(SCANS, name)))

describe.skipIf(reason !== null)('our network scanner as sane-airscan sees it', () => {
  let device: EsclDouble
  let run: ScanCollector

  beforeEach(async () => {
    device = await startEsclDouble()
    device.feeder = [...pictures, ...pictures]
    const folder = await temporaryFolder()
    const airscan = `[devices]\n"Exam" = ${device.url}, eSCL\n[options]\ndiscovery = disable\n`
    const environment = {
      SANE_CONFIG_DIR: await saneConfig(path.join(folder.root, 'etc'), ['airscan'], {
        'airscan.conf': airscan,
      }),
    }
    run = new ScanCollector(
      folder.root,
      { driver: 'sane', id: 'airscan:e0:Exam' },
      { area: { widthMm: 210, heightMm: 297 } },
      { launch: bridgeLaunch(process.execPath, environment) },
    )
    return async () => {
      await run.scanner.close()
      await device.close()
      await folder.remove()
    }
  })

  test('it is opened, and its feeder is read to the end', async () => {
    await run.scanner.open()
    expect(await run.scan()).toMatchObject({ end: 'feeder-empty', lastGoodSheet: 4 })
    for (const { content } of run.pages) {
      const header = readPnmHeader(content)
      // airscan cuts what the device sends to the area that was asked for.
      expect(header).toMatchObject({ kind: 'P5', dpi: 200, width: 1654, height: 2339 })
    }
    const [front, back, ...again] = run.pages.map((page) => page.sha256)
    expect(front).not.toBe(back)
    expect(again).toEqual([front, back])
  })

  test('its jam is a jam', async () => {
    device.mischief.push('none', 'jam')
    await run.scanner.open()
    expect(await run.scan()).toMatchObject({ fault: { code: 'JAMMED' }, lastGoodSheet: 1 })
  })
})
