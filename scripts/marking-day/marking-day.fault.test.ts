import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportOf } from './day-report.ts'
import { type PlayedDay, runDay } from './run-day.ts'

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
    // Two of the five blocks have quotas, counts and weights, met to the reading.
    const asked = (MARKERS / 5) * 2
    expect(report.quotas).toEqual({ asked, met: asked })
    // One reading more or less is told.
    const short = reportOf({ ...day, marked: withoutOne(day) }, false, seed)
    expect(short.quotas.met).toBe(asked - 1)
    expect(short.differences.join()).toMatch(/was asked for \d+ and did \d+/)
    // Read once in one block, at least twice in the four others.
    expect(report.readings).toBeGreaterThanOrEqual((UNITS / 5) * 9)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** What the database would hold had a first reading of somebody with a quota not been stored. */
function withoutOne({ people, marked }: PlayedDay): PlayedDay['marked'] {
  const asked = new Set(people.flatMap(({ desk }) => (desk.quota === null ? [] : desk.markerId)))
  const one = marked.readings.find(({ role, markerId }) => role === 'R1' && asked.has(markerId))
  return { ...marked, readings: marked.readings.filter((reading) => reading !== one) }
}
