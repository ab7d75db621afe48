import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DatabaseName,
  type DispatchRow,
  measureDispatch,
} from '../scripts/dispatch/measure-dispatch.ts'

/** Marks a second over simple updates a second, at least. @source data engine T2, T3, T6 */
const TARGETS: Record<DatabaseName, Record<DispatchRow['through'], number>> = {
  postgres: { functions: 0.8, http: 0.5 },
  sqlite: { functions: 1, http: 1 },
}

/** Takes and submits of many markers at once, on both databases, beside the simplest durable update. */
export async function measureDispatchBench(options: {
  tasks: number
  rounds: number
  seconds: number
  database: DatabaseName | undefined
  json: boolean
}): Promise<void> {
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'hengjuan-dispatch-'))
  try {
    const rows = await measureDispatch({
      folder,
      databases: options.database ? [options.database] : ['sqlite', 'postgres'],
      tasks: options.tasks,
      markers: [2, 16, 64],
      rounds: options.rounds,
      seconds: options.seconds,
      note: (text) => console.error(text),
    })
    if (options.json) console.log(JSON.stringify({ tasks: options.tasks, rows }, null, 2))
    else print(rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function print(rows: readonly DispatchRow[]): void {
  const line = (cells: readonly string[]) =>
    console.log(
      cells.map((cell, index) => (index < 2 ? cell.padEnd(10) : cell.padStart(9))).join(' '),
    )
  line(['database', 'through', 'markers', 'marks/s', 'p50', 'p99', 'floor/s', 'ratio', 'target'])
  for (const row of rows)
    line([
      row.database,
      row.through,
      String(row.markers),
      row.perSecond.toFixed(0),
      ...[row.mark.p50, row.mark.p99].map((ms) => ms.toFixed(1)),
      row.floor?.toFixed(0) ?? '-',
      row.ratio?.toFixed(2) ?? '-',
      String(TARGETS[row.database][row.through]),
    ])
  console.log(
    'a mark is one paper handed in and the next taken, in one call; milliseconds; floor: pgbench -N, on SQLite its statements with one commit each',
  )
}
