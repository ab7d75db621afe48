// Runs a measurement by name and prints it: `npx pnpm bench omr [--rounds n] [--memory | --full] [--pages n] [--json]`.
import { parseArgs } from 'node:util'
import { BLOCK_KINDS, type DatabaseName } from '../scripts/dispatch/dispatch-world.ts'
import { measureAmc } from './amc.ts'
import { measureDesigner } from './designer.ts'
import { measureDispatchBench, measureOpenLoopBench } from './dispatch.ts'
import { measureImport } from '../scripts/import-bench/measure-import.ts'
import { measureMarkingPage } from './marking-page.ts'
import { measureOmr, printOmr } from './omr.ts'
import { measureReport, PARTS } from './report.ts'
import { measureSchoolBoxBench } from './school-box.ts'
import { measureStation } from './station.ts'
import { measureOfflineDay } from './station-offline-day.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** 25 for `omr`, 5 for `dispatch` and `report`, 3 for `school-box` and `import`, when absent. */
    rounds: { type: 'string' },
    /** Reads many pages and tells how memory grew; `--full` is the same with more rounds. */
    memory: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    pages: { type: 'string', default: '10000' },
    json: { type: 'boolean', default: false },
    /** `station`: a day without a network instead of the stack. */
    'offline-day': { type: 'boolean', default: false },
    /** 1,000 for the stack, 20,000 for the day, when absent. */
    sheets: { type: 'string' },
    /** `dispatch`: first and second readings to begin with, seconds a round (5, or 20), one database alone, as `report` and `import`. `school-box`: seconds a round (60). */
    tasks: { type: 'string', default: '400000' },
    seconds: { type: 'string' },
    database: { type: 'string' },
    /** `dispatch`: `dynamic`, `shared` (every marker a share of the work) or `seeded` (papers that measure them among it). */
    blocks: { type: 'string', default: 'dynamic' },
    /** `dispatch`: so many at once, by commas. */
    markers: { type: 'string', default: '16,64' },
    /** `dispatch`: marks due a second, at moments of their own, instead of as many as are served. */
    'open-loop': { type: 'string' },
    /** `marking-page`, `designer`: a school prepared by `e2e/prepare-world.ts`; one is made when absent. */
    world: { type: 'string' },
    /** `report`: candidates of the exam, and how many of its nine subjects are computed (all of them when absent). */
    candidates: { type: 'string', default: '1500' },
    subjects: { type: 'string' },
    /** `report`: which of its figures are measured, by commas; all of them when absent. */
    parts: { type: 'string' },
  },
})

function databaseIn(name: string | undefined): DatabaseName | undefined {
  if (name === undefined || name === 'sqlite' || name === 'postgres') return name
  throw new Error('--database is sqlite or postgres')
}

function partsIn(names: string | undefined) {
  const wanted = names?.split(',') ?? [...PARTS]
  const parts = PARTS.filter((part) => wanted.includes(part))
  if (parts.length < wanted.length) throw new Error(`--parts is of ${PARTS.join(', ')}`)
  return parts
}

const MEASUREMENTS: Record<string, () => Promise<void>> = {
  omr: async () => {
    const rounds = Number(values.rounds ?? 25) * (values.full ? 3 : 1)
    const memoryPages = values.memory || values.full ? Number(values.pages) : 0
    const bench = await measureOmr({ rounds, memoryPages }, [measureAmc])
    if (values.json) console.log(JSON.stringify(bench, null, 2))
    else printOmr(bench)
  },
  station: () => measureStation({ sheets: Number(values.sheets ?? 1000), json: values.json }),
  dispatch: async () => {
    const database = databaseIn(values.database)
    const blocks = BLOCK_KINDS.find((kind) => kind === values.blocks)
    if (!blocks) throw new Error(`--blocks is one of ${BLOCK_KINDS.join(', ')}`)
    const common = { tasks: Number(values.tasks), blocks, json: values.json }
    if (values['open-loop'])
      await measureOpenLoopBench({
        ...common,
        database,
        perSecond: Number(values['open-loop']),
        seconds: Number(values.seconds ?? 20),
      })
    else
      await measureDispatchBench({
        ...common,
        database,
        markers: values.markers.split(',').map(Number),
        rounds: Number(values.rounds ?? 5),
        seconds: Number(values.seconds ?? 5),
      })
  },
  'school-box': () =>
    measureSchoolBoxBench({
      rounds: Number(values.rounds ?? 3),
      seconds: Number(values.seconds ?? 60),
      json: values.json,
    }),
  report: () =>
    measureReport({
      parts: partsIn(values.parts),
      candidates: Number(values.candidates),
      rounds: Number(values.rounds ?? 5),
      subjects: values.subjects === undefined ? undefined : Number(values.subjects),
      database: databaseIn(values.database),
      json: values.json,
    }),
  import: () =>
    measureImport({
      rounds: Number(values.rounds ?? 3),
      database: databaseIn(values.database),
      json: values.json,
    }),
  designer: () => measureDesigner({ world: values.world, json: values.json }),
  'marking-page': () => measureMarkingPage({ world: values.world, json: values.json }),
}

/** `station --offline-day` is a measurement of its own. */
if (values['offline-day'])
  MEASUREMENTS['station'] = () =>
    measureOfflineDay({ sheets: Number(values.sheets ?? 20_000), json: values.json })

const [name = ''] = positionals
const measure = MEASUREMENTS[name]
if (measure) await measure()
else {
  console.error(`用法：npx pnpm bench <${Object.keys(MEASUREMENTS).join('|')}>`)
  process.exitCode = 2
}
