import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PaperStack, type Picture, stackTemplate } from '../testing/paper-stack.ts'
import { EXAM_ID, SUBJECT_ID } from '../testing/double-exam.ts'
import { startServerDouble } from '../testing/server-double.ts'
import { StationProcess } from '../testing/station-process.ts'

/** A short form; `HENGJUAN_KILLS=300` is the whole. */
const KILLS = Number(process.env['HENGJUAN_KILLS'] ?? 8)
const SHEETS = 3 * KILLS

/** The same sequence for the same seed: a failure can be run again. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

test('a station killed again and again neither loses nor doubles a sheet', async () => {
  const random = randomFrom(20_261_120)
  const root = await mkdtemp(path.join(tmpdir(), 'station-kill-'))
  const server = await startServerDouble(stackTemplate())
  // A line that cuts one upload in five, before or after the server has kept it.
  server.mischief = () => {
    const chance = random()
    if (chance < 0.08) return 'lose-request'
    if (chance < 0.16) return 'lose-answer'
    return chance < 0.2 ? 'odd-answer' : 'none'
  }
  const stack = new PaperStack(path.join(root, 'scans'))
  await stack.scan('front', 'back')
  const station = new StationProcess({ serverUrl: server.url, dataDir: path.join(root, 'data') })
  try {
    await station.start()
    await station.call('signIn', { account: 'operator', password: 'right' })
    const { batch_id } = await station.call('openBatch', {
      exam_id: EXAM_ID,
      subject_id: SUBJECT_ID,
      label: '第一袋',
      folder: stack.folder,
    })

    const scanner = feed(stack, random)
    let restarts = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(100 + random() * 900)
      await station.kill()
      await station.start()
      restarts++
    }
    await scanner
    await station.call('closeBatch', { batch_id })
    // Once more in the middle of closing.
    await pause(random() * 300)
    await station.kill()
    await station.start()
    await station.call('closeBatch', { batch_id })
    const closed = await station.call('waitForBatch', { batch_id, timeout_ms: 480_000 })

    expect(restarts).toBe(KILLS)
    expect(closed).toMatchObject({ state: 'closed', problem: '', duplicates: 0, unreadable: 0 })
    expect(closed).toMatchObject({ images: stack.hashes.length, uploaded: closed.sheets })
    const stored = [...server.sheets.values()].toSorted((a, b) => a.manifest.seq - b.manifest.seq)
    expect(stored).toHaveLength(closed.sheets)
    const images = stored.flatMap(({ manifest }) => manifest.pages.map((page) => page.image.sha256))
    // Every scanned page, once, in the order of the stack.
    expect(images).toEqual(stack.hashes)
    expect(stored.map(({ manifest }) => manifest.seq)).toEqual(stored.map((_, at) => at + 1))
    expect(stored.map(({ manifest }) => manifest.pages.length)).toEqual(expectedSizes)
  } finally {
    await station.kill()
    await server.close()
    await rm(root, { recursive: true })
  }
})

/** Every seventh sheet has lost its back. */
const sheetPages = (at: number): Picture[] => (at % 7 === 6 ? ['front'] : ['front', 'back'])
const expectedSizes = Array.from({ length: SHEETS }, (_, at) => sheetPages(at).length)

async function feed(stack: PaperStack, random: () => number): Promise<void> {
  for (let at = 1; at < SHEETS; at++) {
    await stack.scan(...sheetPages(at))
    await pause(random() * 500)
  }
}
