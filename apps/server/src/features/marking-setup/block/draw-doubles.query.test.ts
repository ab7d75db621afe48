import { everyDatabase } from '@hengjuan/db/testing'
import { needsDouble } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { seedBulkExam } from '../../../testing/bulk-exam.ts'
import { asAct, ownActsOf } from '../../acts/index.ts'
import { selectWorkload } from '../shares/workload.query.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { factsOf } from '../../marking-core/engine/unit-facts.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { openTestServices } from '../../marking/testing/test-services.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { changeBlockSettings } from './block-settings.ts'
import { finishDrawing } from './draw-doubles.ts'

/** More than are drawn in the transaction that changes the settings, and than are at a time. */
const CANDIDATES = 1100
const SUBJECT = 1
const BLOCK = { markMode: 0, allocMode: 1, toleranceMilli: 0, fullMilli: 10_000, stepMilli: 500 }

everyDatabase('a block of many papers that is to be read otherwise, on %s', (kind) => {
  async function open() {
    const { services } = await openTestServices(kind)
    const { db } = services
    const { examId, blockIds, markerIds } = await seedBulkExam(services, {
      candidates: CANDIDATES,
      subjects: [[BLOCK]],
      markers: 2,
    })
    const [blockId = 0] = blockIds
    const [marker = 0] = markerIds
    await db
      .insertInto('block_marker')
      .values(
        markerIds.map((user_id) => ({ block_id: blockId, user_id, duty: 'marker', weight: 1 })),
      )
      .execute()
    return {
      services,
      db,
      examId,
      blockId,
      change: (patch: { mark_mode?: number; double_ratio?: number }) =>
        withRetry(services, (trx) =>
          changeBlockSettings(trx, services, examId, SUBJECT, { block_id: blockId, ...patch }),
        ),
      take: async () => {
        const { tasks, reason } = await nextPapers(services, blockId, marker, 1)
        return reason ?? tasks.length
      },
      /** How many papers are drawn for two readings, of those that are to be, and what is counted of them. */
      drawn: async () => {
        const { block } = await selectBlockRules(db, blockId)
        const units = await db.selectFrom('unit').selectAll().orderBy('id').execute()
        const doubles = units.filter((unit) => factsOf(unit).double)
        const due = units.filter(
          ({ id }) => block.mark_mode !== 0 && needsDouble(id, block.salt, block.double_ratio),
        )
        return {
          isRight: doubles.map(({ id }) => id).join() === due.map(({ id }) => id).join(),
          doubles: doubles.length,
          readings: units.reduce((sum, unit) => sum + unit.readings_due, 0),
          counted: (await selectWorkload(db, block)).readings,
        }
      },
      due: () => db.selectFrom('due_work').select('kind').execute(),
    }
  }

  test('gives out none of them until each is drawn, also where the server ended in between', async () => {
    const { services, examId, change, take, drawn, due } = await open()
    await change({ mark_mode: 1, double_ratio: 100 })
    // As a server leaves it that ends here; the next one's clock goes on.
    expect(await take()).toBe('drawing')
    expect(await drawn()).toMatchObject({ doubles: 0, counted: 2 * CANDIDATES })
    expect(await due()).toEqual([{ kind: 'draw' }])
    const session = { userName: '李老师' }
    const seen = new Set<string>()
    const state = { isOver: false }
    const drawing = asAct({ services, session }, { kind: 'settings', examId }, () =>
      finishDrawing(services),
    ).finally(() => (state.isOver = true))
    while (!state.isOver) {
      for (const { step, done, total } of ownActsOf(services, examId))
        if (step === 'draw') seen.add(`${done}/${total}`)
      await new Promise(setImmediate)
    }
    await drawing
    expect([...seen]).toEqual([0, 500, 1000].map((done) => `${done}/${CANDIDATES}`))
    const readings = 2 * CANDIDATES
    expect(await drawn()).toEqual({
      isRight: true,
      doubles: CANDIDATES,
      readings,
      counted: readings,
    })
    expect(await due()).toEqual([])
    expect(await take()).toBe(1)
  })

  test('is drawn by what was set last, also where that is set as it is being drawn', async () => {
    const { services, db, change, take, drawn, due } = await open()
    await change({ mark_mode: 1, double_ratio: 100 })
    const drawing = finishDrawing(services)
    while ((await drawn()).doubles === 0) await new Promise(setImmediate)
    await change({ double_ratio: 40 })
    await drawing
    expect(await take()).toBe('drawing')
    expect(await due()).toEqual([{ kind: 'draw' }])
    await finishDrawing(services)
    const { isRight, doubles, readings, counted } = await drawn()
    expect({ isRight, readings, counted }).toEqual({
      isRight: true,
      readings: CANDIDATES + doubles,
      counted: CANDIDATES + doubles,
    })
    expect(doubles).toBeLessThan(CANDIDATES)
    expect(await take()).toBe(1)
    // What does not touch it draws nothing.
    await db.deleteFrom('reading').execute()
    await db.deleteFrom('mark_event').execute()
    await change({ mark_mode: 2 })
    expect(await due()).toEqual([])
  })

  test('lets others write meanwhile', async () => {
    const { services, db, change } = await open()
    await change({ mark_mode: 1, double_ratio: 100 })
    const seen = { isOver: false }
    let written = 0
    const drawing = finishDrawing(services).finally(() => (seen.isOver = true))
    while (!seen.isOver) {
      await db.transaction().execute((trx) => trx.selectFrom('exam').select('id').execute())
      if (!seen.isOver) written++
      await new Promise(setImmediate)
    }
    await drawing
    expect(written).toBeGreaterThan(1)
  })
})
