import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importApply, importCheck, type ReplyOf } from '@hengjuan/contracts'
import { readConfig } from '../../apps/server/src/config.ts'
import { ensureFirstRows } from '../../apps/server/src/first-rows.ts'
import { openServices } from '../../apps/server/src/services.ts'
import { readTable } from '../../apps/server/src/spreadsheet/index.ts'
import { writeXlsx } from '../../apps/server/src/spreadsheet/xlsx-writer.ts'
import { openLoadDatabase } from '../../apps/server/src/testing/load-database.ts'
import { seedSchool, TEST_PASSWORD } from '../../apps/server/src/testing/seed-school.ts'
import { type Account, signIn } from '../demo/account.ts'
import { Program } from '../demo/platform.ts'
import type { DatabaseName } from '../dispatch/dispatch-world.ts'
import { medianOf } from '../dispatch/figures.ts'

/** As many as one call checks; more are a job. @source platform 0.1 rule 10 */
const ROWS = 20_000
/** The bare reading goes on where a server would give up: other work makes it long. */
const PATIENCE_MS = 600_000

/** Milliseconds by the clock, medians of the rounds. */
interface Checked {
  /** Nobody of the table is there yet; all are there, and every hundredth is another one. */
  newMs: number
  knownMs: number
  /** The same file read into rows, and nothing made of them. */
  bareMs: number
}

/** How long somebody waits until 20,000 students of a workbook are checked, by a server on each database. */
export async function measureImport(options: {
  rounds: number
  database: DatabaseName | undefined
  json: boolean
}): Promise<void> {
  const { rounds, database, json } = options
  const kinds = database ? [database] : (['sqlite', 'postgres'] as const)
  const found: Partial<Record<DatabaseName, Checked>> = {}
  for (const kind of kinds) found[kind] = await measureOn(kind, rounds)
  if (json) {
    console.log(JSON.stringify(found, null, 2))
    return
  }
  console.log(`${ROWS} rows, milliseconds; target 10,000`)
  for (const [kind, { newMs, knownMs, bareMs }] of Object.entries(found))
    console.log(
      `${kind.padEnd(10)} new ${newMs.toFixed(0)}, known ${knownMs.toFixed(0)}, file alone ${bareMs.toFixed(0)}: ${(newMs / bareMs).toFixed(2)} and ${(knownMs / bareMs).toFixed(2)} times`,
    )
}

async function measureOn(kind: DatabaseName, rounds: number): Promise<Checked> {
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'hengjuan-import-'))
  const opened = await openLoadDatabase(kind, folder)
  const environment = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: opened.url,
    LOG_LEVEL: 'silent',
  }
  const server = new Program('apps/server/src/main.ts', [], {
    ...environment,
    PORT: '0',
    HOST: '127.0.0.1',
  })
  try {
    const services = await openServices(readConfig(environment))
    await ensureFirstRows(services)
    await seedSchool(services.db)
    await services.db.destroy()
    await server.start()
    const address = `http://127.0.0.1:${server.ready.listening}`
    const admin = await signIn(() => address, 'admin', TEST_PASSWORD)
    const times = { fresh: [] as number[], known: [] as number[], bare: [] as number[] }
    const file = await workbook(() => '男')
    let batch = 0
    for (let round = 0; round < rounds; round++) {
      times.fresh.push(await timed(async () => (batch = await check(address, admin, file))))
      times.bare.push(await timed(() => readTable(file, { milliseconds: PATIENCE_MS })))
    }
    await admin.call(importApply, { body: { batch_id: batch, rows: 'all', ack: [] } })
    const changed = await workbook((at) => (at % 100 === 0 ? '女' : '男'))
    for (let round = 0; round < rounds; round++)
      times.known.push(await timed(() => check(address, admin, changed)))
    return {
      newMs: medianOf(times.fresh),
      knownMs: medianOf(times.known),
      bareMs: medianOf(times.bare),
    }
  } finally {
    await server.stop()
    await opened.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A school of 400 classes of fifty. */
const workbook = (sex: (at: number) => string): Promise<Buffer> => {
  const rows = Array.from({ length: ROWS }, (_, at) => [
    '高一',
    `${Math.floor(at / 50) + 1}班`,
    String(100_000 + at),
    `学生${at}`,
    sex(at),
  ])
  const cells = [['年级', '班级', '学号', '姓名', '性别'], ...rows]
  return writeXlsx([
    {
      name: '全校',
      widths: [],
      rows: cells.map((row) => ({ cells: row })),
      frozenRows: 1,
      frozenColumns: 0,
    },
  ])
}

/** @returns the batch, with all of its rows understood */
async function check(address: string, admin: Account, file: Buffer): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(file)]), '全校.xlsx')
  const answer = await fetch(`${address}${importCheck.path}?kind=student`, {
    method: 'POST',
    headers: admin.credentials(),
    body: form,
  })
  const { data } = (await answer.json()) as { data: ReplyOf<typeof importCheck> }
  if (data.state !== 'checked' || data.counts.errors > 0 || data.counts.rows !== ROWS)
    throw new Error(`the table was not understood: ${JSON.stringify(data.counts)}`)
  return data.batch_id
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
