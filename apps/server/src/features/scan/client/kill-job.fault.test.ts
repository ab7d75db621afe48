import { clientRecropAll } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, serverProgram } from '../../../../../../scripts/demo/programs.ts'
import { findJob } from '../../../jobs/index.ts'
import { loadRealTemplate, packRealSheet } from '../testing/real-sheet.ts'
import { withField } from '../testing/readings.ts'
import { openStation } from '../testing/station.ts'
import { keeping } from '../../../testing/keeping.ts'

/** So many that a server can be killed in the middle of them. */
const SHEETS = 24
/** Longer than a silent node keeps its jobs. */
const PATIENCE = { timeout: 180_000, interval: 100 }

async function open(kind: DatabaseKind) {
  const template = await loadRealTemplate()
  const { app, exam, scanner, send, action } = await openStation(kind, template)
  const { db, config } = app.services
  for (let seq = 1; seq <= SHEETS; seq++) {
    const digits = [...`990000${String(seq).padStart(2, '0')}`]
    await send(
      await packRealSheet(exam, {
        seq,
        misread: (reading) =>
          reading.page === 1
            ? withField(reading, 'examNo', { values: digits, state: 'clear' })
            : reading,
      }),
    )
  }
  // Another template since: every block is to be cut again.
  const pages = template.pages.map((page) => ({
    ...page,
    regions: page.regions.map((region) => ({ ...region, heightMm: region.heightMm + 4 })),
  }))
  await db
    .updateTable('answer_sheet')
    .set({ template: JSON.stringify({ ...template, pages }), version: 2 })
    .where('exam_id', '=', exam.examId)
    .execute()
  const server = async () => {
    const database = keeping(config.databaseUrl)
    const program = serverProgram(config.dataDir, await freePort(), { database })
    onTestFinished(() => program.kill())
    return program
  }
  const body = action()
  const begun = await scanner.send(clientRecropAll, { body })
  expect(begun.data).toMatchObject({ state: 'waiting', total: SHEETS })
  return {
    server,
    job: async () => {
      const row = await findJob(db, body.action_id)
      if (!row) throw new Error('the job is gone')
      return row
    },
    sheets: async () => {
      const rows = await db
        .selectFrom('scan_job_sheet')
        .groupBy('state')
        .select(['state', ({ fn }) => fn.countAll().as('sheets')])
        .execute()
      return Object.fromEntries(rows.map(({ state, sheets }) => [state, Number(sheets)]))
    },
    /** How often each page was cut. */
    cuts: async () => {
      const rows = await db
        .selectFrom('sheet_crop')
        .groupBy(['sheet_id', 'page_seq', 'block_key', 'part'])
        .select(({ fn }) => fn.countAll().as('cuts'))
        .execute()
      return new Set(rows.map(({ cuts }) => Number(cuts)))
    },
  }
}

everyDatabase('a job whose node is killed, on %s', (kind) => {
  test('goes on where it was, after a restart or on another node, and does nothing twice', async () => {
    const { server, job, sheets, cuts } = await open(kind)
    const nodes = [await server(), ...(kind === 'postgres' ? [await server()] : [])]
    await Promise.all(nodes.map((node) => node.start()))
    await expect.poll(async () => (await job()).done, PATIENCE).toBeGreaterThanOrEqual(3)
    const { node } = await job()
    const first = nodes.find(({ pid }) => node?.includes(`-${pid}-`))
    if (!first) throw new Error(`nobody is ${node}`)
    const second = nodes.find((one) => one !== first) ?? first
    await first.kill()
    const left = await sheets()
    expect(left['waiting']).toBeGreaterThan(0)
    expect((await job()).state).toBe('running')
    if (kind === 'sqlite') await second.start()
    const readyAt = performance.now()
    await expect.poll(async () => (await job()).attempts, PATIENCE).toBe(2)
    // Of SQLite there is one process: nobody has to wait for a lease. Of others it is known from their silence.
    expect(performance.now() - readyAt).toBeLessThan(kind === 'sqlite' ? 15_000 : 90_000)
    expect((await job()).node).toContain(`-${second.pid}-`)
    await expect.poll(async () => (await job()).state, PATIENCE).toBe('done')
    expect(await sheets()).toEqual({ changed: SHEETS })
    expect(await cuts()).toEqual(new Set([2]))
    expect(await job()).toMatchObject({ done: SHEETS, total: SHEETS, run_at: null })
    await second.stop()
  })
})
