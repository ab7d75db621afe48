import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportOf } from './day-report.ts'
import { runDay } from './run-day.ts'

/** A short form; `node scripts/marking-day.ts --kills 50` is the whole day. */
const UNITS = 60
const MARKERS = 15
const KILLS = 3

test('a server killed while people mark loses no acknowledged mark, doubles none, and leaves nothing open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-day-'))
  try {
    const seed = 'fault'
    const day = await runDay({
      folder,
      database: 'sqlite',
      units: UNITS,
      markers: MARKERS,
      kills: KILLS,
      seed,
      note: () => undefined,
    })
    const report = reportOf(day, false, seed)
    expect(report.differences).toEqual([])
    expect(report.units).toBe(UNITS)
    expect(report.kills).toBe(KILLS)
    // Read once in one block, at least twice in the four others.
    expect(report.readings).toBeGreaterThanOrEqual((UNITS / 5) * 9)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
