import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differencesOf, killJob } from './kill-job.ts'

/** A short form; `HENGJUAN_KILLS=300` (or `node scripts/station-job.ts`) is the whole. */
const KILLS = Number(process.env['HENGJUAN_KILLS'] ?? 6)
const SHEETS = KILLS > 100 ? 200 : 10

test.runIf(process.platform === 'linux')(
  'bridge, reading process, station and server may be killed at any moment: the server ends up the same',
  { timeout: KILLS > 100 ? 3 * 3_600_000 : 1_800_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hengjuan-kill-'))
    try {
      const report = await killJob({ folder, sheets: SHEETS, kills: KILLS, seed: 'fault-stage' })
      expect(report.problem).toBe('')
      expect(report.expected.map(({ seq }) => seq)).toEqual(
        Array.from({ length: SHEETS }, (_, at) => at + 1),
      )
      expect(differencesOf(report)).toEqual([])
      expect(Object.values(report.kills).reduce((sum, count) => sum + count, 0)).toBe(KILLS)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
