// Scans a stack of sheets with a real station and server while bridge, reading process, station and server
// are killed without warning, and holds the server's final state against that of an undisturbed run:
// `node scripts/station-job.ts [--sheets 200] [--kills 300] [--seed …]`. Linux only.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { differencesOf, killJob } from './station-job/kill-job.ts'

const { values } = parseArgs({
  options: {
    sheets: { type: 'string', default: '200' },
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: 'station-job' },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'hengjuan-kill-'))
try {
  const report = await killJob({
    folder,
    sheets: Number(values.sheets),
    kills: Number(values.kills),
    seed: values.seed,
    progress: (text) => console.error(`${new Date().toISOString()} ${text}`),
  })
  const differences = differencesOf(report)
  console.log(
    JSON.stringify({
      kills: report.kills,
      missed: report.missed,
      expected: report.expected.length,
      found: report.found.length,
      problem: report.problem,
      differences,
    }),
  )
  process.exitCode = differences.length === 0 && report.problem === '' ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
