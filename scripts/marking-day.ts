// Plays a day of marking to a real server: people of differing severity, speed and care, some of them bad
// on purpose, in all five scoring modes, while the server may be killed; then compares what came of it with
// what they know: `node scripts/marking-day.ts [--units 20000] [--markers 60] [--kills 50] [--json]`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DayReport, reportOf } from './marking-day/day-report.ts'
import { runDay } from './marking-day/run-day.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '20000' },
    markers: { type: 'string', default: '60' },
    kills: { type: 'string', default: '0' },
    seed: { type: 'string', default: 'day' },
    database: { type: 'string', default: 'sqlite' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
})
const { database, seed } = values
if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database sqlite|postgres')

/** Fewer readings a person than this say too little about anybody. */
const ENOUGH_READINGS = 200

const [units, markers] = [Number(values.units), Number(values.markers)]
const folder = await mkdtemp(join(values.folder, 'hengjuan-day-'))
try {
  const day = await runDay({
    folder,
    database,
    units,
    markers,
    kills: Number(values.kills),
    seed,
    note: (text) => console.error(text),
  })
  const report = reportOf(day, day.acknowledged.length / markers >= ENOUGH_READINGS, seed)
  if (values.json) console.log(JSON.stringify(report, null, 2))
  else print(report)
  process.exitCode = report.differences.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

function print(report: DayReport): void {
  const share = (value: number | null) => (value === null ? '-' : value.toFixed(2))
  console.log(
    `${report.units} papers, ${report.readings} readings, ${report.arbitrations} arbitrations, ` +
      `${report.kills} kills, a day of ${report.hours.toFixed(1)} h in ${report.seconds.toFixed(0)} s`,
  )
  console.log(
    `planted ${report.planted}, found ${report.found}, flagged ${report.flagged}: ` +
      `precision ${share(report.precision)}, recall ${share(report.recall)}`,
  )
  for (const text of report.mistaken) console.log(`  ${text}`)
  console.log(`quotas met exactly: ${report.quotas.met} of ${report.quotas.asked}`)
  for (const block of report.blocks)
    console.log(
      `mode ${block.markMode}: means moved by ${block.movedMilli.toFixed(0)} thousandths, ` +
        `planted ${block.plantedMilli.toFixed(0)}`,
    )
  for (const text of report.differences) console.log(`DIFFERENCE ${text}`)
  if (report.differences.length === 0) console.log('as it must be')
}
