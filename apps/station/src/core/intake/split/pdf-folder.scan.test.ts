import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Picture, pictureBytes, stackTemplate } from '../../../testing/paper-stack.ts'
import { rememberReadings } from '../../../testing/remember-readings.ts'
import { faxPictures, jpegPicture, type PdfPage, scannedPdf } from '../../../testing/scanned-pdf.ts'
import { EXAM_ID, SUBJECT_ID } from '../../../testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../../../testing/server-double.ts'
import { StationProcess } from '../../../testing/station-process.ts'
import { createStation } from '../../station.ts'

const reader = rememberReadings()
let root: string
let folder: string
let server: ServerDouble

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pdf-folder-'))
  folder = path.join(root, 'scans')
  await mkdir(folder)
  server = await startServerDouble(stackTemplate())
})

afterEach(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

async function putFile(name: string, content: Uint8Array): Promise<void> {
  await writeFile(path.join(folder, `.${name}`), content)
  await rename(path.join(folder, `.${name}`), path.join(folder, name))
}

const jpegPage = async (picture: Picture, number: number): Promise<PdfPage> => ({
  strips: [await jpegPicture(pictureBytes(picture, number))],
  dpi: 200,
})

const batchOf = (label: string) => ({
  exam_id: EXAM_ID,
  subject_id: SUBJECT_ID,
  label,
  folder,
})

/** What the server has been given, sheet by sheet. */
const sheetsOnServer = () =>
  [...server.sheets.values()]
    .toSorted((a, b) => a.manifest.seq - b.manifest.seq)
    .map(({ manifest }) =>
      manifest.pages.map(({ image, reading }) => ({
        sha256: image.sha256,
        page: reading.page,
        fields: reading.fields,
      })),
    )

/** One batch of whatever lies in the folder, to its end. */
async function runStation(data: string) {
  const station = await createStation({
    dataDir: path.join(root, data),
    serverUrl: server.url,
    stationName: data,
    workers: 1,
    reader,
    pollMs: 50,
    stableMs: 60,
    settleMs: 100,
  })
  try {
    await station.api.signIn({ account: 'operator', password: 'right' })
    const { batch_id } = await station.api.openBatch(batchOf(data))
    await station.api.closeBatch({ batch_id })
    return await station.api.waitForBatch({ batch_id, timeout_ms: 180_000 })
  } finally {
    await station.stop()
  }
}

const STACK = ['front', 'back', 'upsideDown', 'back', 'secondFront', 'back'] as const

test('sheets in a PDF come to the server as the same sheets in JPEG files do', async () => {
  for (const [at, picture] of STACK.entries())
    await putFile(`scan-${at + 1}.jpg`, pictureBytes(picture, at + 1))
  expect(await runStation('jpeg')).toMatchObject({ state: 'closed', images: 6, sheets: 3 })
  const asFiles = sheetsOnServer()
  server.sheets.clear()
  await rm(folder, { recursive: true })
  await mkdir(folder)
  const pages = await Promise.all(STACK.map((picture, at) => jpegPage(picture, at + 1)))
  await putFile('copier.pdf', scannedPdf(pages))
  expect(await runStation('pdf')).toMatchObject({ state: 'closed', images: 6, sheets: 3 })
  expect(sheetsOnServer()).toEqual(asFiles)
})

test('a sheet that the copier kept in black and white, in strips and turned, is read', async () => {
  const front = await faxPictures(pictureBytes('front', 1))
  const back = await faxPictures(pictureBytes('back', 2))
  expect(front.length).toBeGreaterThan(1)
  const pages: PdfPage[] = [
    { strips: front, dpi: 200, rotate: 180 },
    { strips: back, dpi: 200 },
  ]
  await putFile('fax.pdf', scannedPdf(pages))
  expect(await runStation('fax')).toMatchObject({ state: 'closed', images: 2, sheets: 1 })
  const [manifest] = [...server.sheets.values()].map((sheet) => sheet.manifest)
  expect(manifest?.pages.map(({ reading }) => reading.page)).toEqual([1, 2])
})

test('a station killed while it takes a PDF apart neither loses nor doubles a page', async () => {
  const pictures: Picture[] = Array.from({ length: 12 }, (_, at) => (at % 2 ? 'back' : 'front'))
  const pages = await Promise.all(pictures.map((picture, at) => jpegPage(picture, at + 1)))
  await putFile('copier.pdf', scannedPdf(pages))
  const dataDir = path.join(root, 'data')
  const station = new StationProcess({ serverUrl: server.url, dataDir })
  try {
    await station.start()
    await station.call('signIn', { account: 'operator', password: 'right' })
    const { batch_id } = await station.call('openBatch', batchOf('第一袋'))
    for (const images of [1, 4, 8]) {
      while ((await station.call('batch', { batch_id })).images < images)
        await new Promise((next) => setTimeout(next, 5))
      await station.kill()
      await station.start()
    }
    await station.call('closeBatch', { batch_id })
    const closed = await station.call('waitForBatch', { batch_id, timeout_ms: 180_000 })
    expect(closed).toMatchObject({ state: 'closed', images: 12, sheets: 6, duplicates: 0 })
    expect(sheetsOnServer().flatMap((sheet) => sheet.map(({ sha256 }) => sha256))).toEqual(
      pages.map(({ strips }) => hashOf(strips[0]?.data ?? new Uint8Array())),
    )
  } finally {
    await station.kill()
  }
})

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
