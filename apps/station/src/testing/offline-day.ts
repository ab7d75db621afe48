import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { createStation, type Station } from '../core/station.ts'
import { stackTemplate } from './paper-stack.ts'
import { EXAM_ID, SUBJECT_ID } from './double-exam.ts'
import { startServerDouble } from './server-double.ts'

/** What the station felt like after so many sheets. */
export interface DaySample {
  sheets: number
  /** Processor milliseconds of one look at the state, right after a change and with nothing changed. */
  stateChangedMs: number
  stateMs: number
  /** Processor milliseconds of a page of the list: the newest, and the flagged ones. */
  listMs: number
  flaggedMs: number
  /** Megabytes in memory. */
  rssMb: number
  heapMb: number
}

export interface OfflineDay {
  sheets: number
  batches: number
  samples: DaySample[]
  /** Processor milliseconds of the station for each sheet, taken in, packed and waiting. */
  fillMsPerSheet: number
  /** The same for each sheet sent to the server, whose double runs in the same process. */
  drainMsPerSheet: number
  /** Wall clock, which says something on a quiet computer only. */
  fillSeconds: number
  drainSeconds: number
  /** Bytes on disk per sheet, before the server was back and after. */
  diskBytesPerSheet: number
  diskBytesPerSheetAfter: number
  /** Sheets that the server has at the end, and batches that it agreed to. */
  onServer: number
  closed: number
}

/** Pictures that may lie in the folder unread, as a scanner in front of a slow computer leaves them. */
const AHEAD = 200

/**
 * A day without a network: paper comes in batch after batch, nothing can be sent; in the evening the
 * server is back. Everything is the station's own but the reading of the pages (`ready-reader.ts`) and the
 * size of pictures and crops, which is about a tenth of a scan's. Where the fsyncs of a busy disk are not
 * the subject, `TMPDIR` may lie in memory.
 */
export async function runOfflineDay(options: {
  sheets: number
  perBatch: number
  onSample?: (sample: DaySample) => void
}): Promise<OfflineDay> {
  const root = await mkdtemp(path.join(tmpdir(), 'offline-day-'))
  const server = await startServerDouble(stackTemplate())
  server.keepsHeadsOnly = true
  server.candidates = Array.from({ length: options.sheets }, (_, at) => ({
    exam_no: numberOf(at),
    name: `考生${at}`,
  }))
  const dataDir = path.join(root, 'data')
  const station = await createStation({
    dataDir,
    keyFolder: path.join(root, 'keys'),
    serverUrl: server.url,
    stationName: '一号站',
    workers: 2,
    parallelUploads: 4,
    pollMs: 20,
    stableMs: 20,
    settleMs: 5000,
    reader: { program: new URL('./ready-reader.ts', import.meta.url) },
  })
  try {
    const leave = station.subscribe(() => undefined)
    await station.api.signIn({ account: 'operator', password: 'right' })
    const jpeg = await plainPicture()
    const samples: DaySample[] = []
    const batchIds: string[] = []
    const begun = { cpu: process.cpuUsage(), at: performance.now() }
    for (let first = 0; first < options.sheets; first += options.perBatch) {
      const count = Math.min(options.perBatch, options.sheets - first)
      const folder = path.join(root, `scans-${first}`)
      const { batch_id } = await station.api.openBatch({
        exam_id: EXAM_ID,
        subject_id: SUBJECT_ID,
        label: `第 ${batchIds.length + 1} 袋`,
        folder: await made(folder),
      })
      batchIds.push(batch_id)
      // The first stack is opened while the server is still there, which gives the template.
      server.isAway = true
      await scanStack(station, { batch_id, folder, jpeg, first, count })
      await station.api.closeBatch({ batch_id })
      await until(async () => (await station.api.batch({ batch_id })).sheets === count)
      await rm(folder, { recursive: true })
      const sample = await sampleOf(station, batch_id, first + count)
      samples.push(sample)
      options.onSample?.(sample)
    }
    const filled = { cpu: process.cpuUsage(begun.cpu), at: performance.now() }
    const { to_upload } = await station.api.state({})
    if (to_upload !== options.sheets) throw new Error(`${to_upload} of ${options.sheets} wait`)
    const diskBefore = await sizeOf(dataDir)
    server.isAway = false
    const draining = { cpu: process.cpuUsage(), at: performance.now() }
    await station.api.reconnect({})
    await until(async () => {
      const { batches } = await station.api.state({})
      return batches.every(({ state }) => state === 'closed')
    })
    const drained = { cpu: process.cpuUsage(draining.cpu), at: performance.now() }
    leave()
    const { batches } = await station.api.state({})
    return {
      sheets: options.sheets,
      batches: batchIds.length,
      samples,
      fillMsPerSheet: msOf(filled.cpu) / options.sheets,
      drainMsPerSheet: msOf(drained.cpu) / options.sheets,
      fillSeconds: (filled.at - begun.at) / 1000,
      drainSeconds: (drained.at - draining.at) / 1000,
      diskBytesPerSheet: diskBefore / options.sheets,
      diskBytesPerSheetAfter: (await sizeOf(dataDir)) / options.sheets,
      onServer: server.sheets.size,
      closed: batches.filter(({ state }) => state === 'closed').length,
    }
  } finally {
    await station.stop()
    await server.close()
    await rm(root, { recursive: true, force: true })
  }
}

const numberOf = (at: number): string => String(20_000_000 + at)

/** Writes the pages of a stack, never far ahead of what the station has taken. */
async function scanStack(
  station: Station,
  stack: { batch_id: string; folder: string; jpeg: Buffer; first: number; count: number },
): Promise<void> {
  for (let at = 0; at < stack.count; at++) {
    for (const [page, side] of (['front', 'back'] as const).entries()) {
      const name = `scan-${String(2 * at + page + 1).padStart(6, '0')}.jpg`
      const file = path.join(stack.folder, name)
      await writeFile(`${file}.part`, dayPicture(stack.jpeg, side, numberOf(stack.first + at)))
      await rename(`${file}.part`, file)
    }
    if (at % 20 !== 19) continue
    await until(async () => {
      const { read } = await station.api.batch({ batch_id: stack.batch_id })
      return 2 * (at + 1) - read < AHEAD
    })
  }
}

/** A picture that says in a comment which page of whose sheet it is. */
function dayPicture(jpeg: Buffer, side: 'front' | 'back', examNo: string): Buffer {
  const note = Buffer.from(`day ${side} ${examNo}`)
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, note.length + 2])
  return Buffer.concat([head, note, jpeg.subarray(2)])
}

const plainPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 620,
      height: 877,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 235, sigma: 4 },
    },
  })
    .greyscale()
    .jpeg({ quality: 40 })
    .toBuffer()

async function sampleOf(station: Station, batch_id: string, sheets: number): Promise<DaySample> {
  const { rss, heapUsed } = process.memoryUsage()
  const list = (filter: 'all' | 'flagged') =>
    costOf(() => station.api.listSheets({ batch_id, filter, limit: 100 }))
  const stateChangedMs = await costOf(() => station.api.state({}), 1)
  return {
    sheets,
    stateChangedMs,
    stateMs: await costOf(() => station.api.state({})),
    listMs: await list('all'),
    flaggedMs: await list('flagged'),
    rssMb: rss / 2 ** 20,
    heapMb: heapUsed / 2 ** 20,
  }
}

/** Processor time of one of several turns, in milliseconds. */
async function costOf(work: () => Promise<unknown>, turns = 10): Promise<number> {
  const before = process.cpuUsage()
  for (let turn = 0; turn < turns; turn++) await work()
  return msOf(process.cpuUsage(before)) / turns
}

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((next) => setTimeout(next, 50))
}

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return folder
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size
  return bytes
}
