import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlockKind, DatabaseName, WorldPlan } from '../scripts/dispatch/dispatch-world.ts'
import { type DispatchRow, measureDispatch } from '../scripts/dispatch/measure-dispatch.ts'
import { measureOpenLoop, type OpenLoopRow } from '../scripts/dispatch/measure-open-loop.ts'

/** Marks a second over simple updates a second, at least: a city's busiest hour. Half of it with shares or seeds. */
const TARGETS: Record<DatabaseName, number> = { postgres: 0.4, sqlite: 0.5 }

const targetOf = (database: DatabaseName, blocks: BlockKind): number =>
  TARGETS[database] / (blocks === 'dynamic' ? 1 : 2)

/** One in a hundred marks may take longer than so many milliseconds. */
const OPEN_LOOP = { markers: 3000, p99Ms: 50 }

interface Options {
  tasks: number
  database: DatabaseName | undefined
  blocks: BlockKind
  json: boolean
}

/** Takes and submits of many markers at once, on both databases, beside the simplest durable update. */
export async function measureDispatchBench(
  options: Options & { markers: readonly number[]; rounds: number; seconds: number },
): Promise<void> {
  const { markers, rounds, seconds } = options
  const rows = await inFolder(options, (plan) =>
    measureDispatch({ ...plan, markers, rounds, seconds }),
  )
  if (options.json) console.log(JSON.stringify({ tasks: options.tasks, rows }, null, 2))
  else printRounds(rows, options.blocks)
}

/** Marks that come at moments of their own, as many a second as a city's busiest hour has. */
export async function measureOpenLoopBench(
  options: Options & { perSecond: number; seconds: number },
): Promise<void> {
  const { perSecond, seconds } = options
  const rows = await inFolder(options, (plan) =>
    measureOpenLoop({ ...plan, markers: OPEN_LOOP.markers, perSecond, seconds }),
  )
  if (options.json) console.log(JSON.stringify({ tasks: options.tasks, rows }, null, 2))
  else printOpenLoop(rows)
}

async function inFolder<T>(
  { database, tasks, blocks }: Options,
  measure: (plan: WorldPlan) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'hengjuan-dispatch-'))
  try {
    return await measure({
      folder,
      databases: database ? [database] : ['sqlite', 'postgres'],
      tasks,
      blocks,
      note: (text) => console.error(text),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const line = (cells: readonly string[]) =>
  console.log(
    cells.map((cell, index) => (index < 1 ? cell.padEnd(10) : cell.padStart(9))).join(' '),
  )

const costCells = ({ cost }: Pick<DispatchRow, 'cost'>): string[] => [
  cost.cpuUs.toFixed(0),
  cost.loopMs.toFixed(1),
]

const ABOUT =
  'a mark is one paper handed in and the next taken, in one call; milliseconds; cpu us: processor time of the ' +
  'server for a mark; loop: delay of its event loop that one in a hundred exceeds'

function printRounds(rows: readonly DispatchRow[], blocks: BlockKind): void {
  const names = 'database markers marks/s p50 p99 cpu-us loop floor/s ratio target prepared ratio'
  line(names.split(' '))
  for (const row of rows)
    line([
      row.database,
      String(row.markers),
      row.perSecond.toFixed(0),
      ...[row.mark.p50, row.mark.p99].map((ms) => ms.toFixed(1)),
      ...costCells(row),
      row.floor?.toFixed(0) ?? '-',
      row.ratio?.toFixed(2) ?? '-',
      String(targetOf(row.database, blocks)),
      row.prepared?.toFixed(0) ?? '-',
      row.preparedRatio?.toFixed(2) ?? '-',
    ])
  console.log(
    `${ABOUT}; floor: pgbench -N, on SQLite its statements with one commit each; prepared: pgbench -N -M prepared`,
  )
}

function printOpenLoop(rows: readonly OpenLoopRow[]): void {
  line('database due/s marks/s p50 p99 max floor-p50 floor-p99 cpu-us loop target'.split(' '))
  for (const row of rows)
    line([
      row.database,
      row.asked.toFixed(0),
      row.perSecond.toFixed(0),
      ...[row.mark.p50, row.mark.p99, row.mark.max].map((ms) => ms.toFixed(1)),
      ...[row.floor?.p50, row.floor?.p99].map((ms) => ms?.toFixed(1) ?? '-'),
      ...costCells(row),
      `p99 ${OPEN_LOOP.p99Ms}`,
    ])
  console.log(
    `${OPEN_LOOP.markers} markers, each at moments of their own; a mark counts from the moment it was due; ${ABOUT}; floor: pgbench -N at as many moments`,
  )
}
