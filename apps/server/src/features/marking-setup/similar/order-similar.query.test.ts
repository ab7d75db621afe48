import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { everyDatabase } from '@hengjuan/db/testing'
import { fairOrder } from '@hengjuan/domain'
import { createPageCodec } from '@hengjuan/omr'
import { expect, test } from 'vitest'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { changeBlockSettings } from '../block/block-settings.ts'
import type { Services } from '../../../services.ts'
import { lockAllocation } from '../../marking-core/block/allocation-stamp.ts'
import { hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openSecondServer, openTestServices } from '../../marking/testing/test-services.ts'
import { seedBulkExam } from '../../../testing/bulk-exam.ts'
import { selectServingPlaces } from '../../marking-core/engine/serving-places.query.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { orderSimilar } from './order-similar.ts'
import { finishOrdering, orderSoon } from './order-usually.ts'

const [WIDTH, HEIGHT] = [480, 160]
const MOST_BYTES = 1_000_000

type Answer = 'bar' | 'line' | 'none'
const ANSWERS: readonly Answer[] = ['bar', 'line', 'none']

/** An answer area with a ruled line and something written somewhere above it. */
function answerArea(answer: Answer, nth: number): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(250)
  const ink = (left: number, top: number, width: number, height: number) => {
    for (let y = top; y < top + height; y++)
      data.fill(20, y * WIDTH + left, y * WIDTH + left + width)
  }
  ink(10, 150, 460, 4)
  const [x, y] = [20 + ((nth * 37) % 60), 10 + ((nth * 13) % 30)]
  if (answer === 'bar') ink(x, y, 14, 90)
  if (answer === 'line') ink(x, y + 30, 240, 14)
  return data
}

/** Gives each paper an answer, by turns, drawn somewhere. @returns which one each has */
async function drawAnswers({ db, images }: Services): Promise<Map<number, Answer>> {
  const codec = createPageCodec()
  const units = await db.selectFrom('unit').select('id').orderBy('id').execute()
  const answers = new Map<number, Answer>()
  for (const [nth, { id }] of units.entries()) {
    const answer = ANSWERS[nth % 3] ?? 'none'
    answers.set(id, answer)
    const data = answerArea(answer, nth)
    const bytes = await codec.encodeJpeg({ data, width: WIDTH, height: HEIGHT })
    const hash = createHash('sha256').update(bytes).digest('hex')
    // The file of one paper is lost: it comes with those that show nothing.
    if (nth !== 2) await images.put(Readable.from([bytes]), hash, MOST_BYTES)
    await db
      .updateTable('unit')
      .set({ images: JSON.stringify([hash]) })
      .where('id', '=', id)
      .execute()
  }
  return answers
}

everyDatabase('answers that look alike on %s', (kind) => {
  test('are served one after the other, and in the usual order again when it is switched off', async () => {
    const world = await openMarkedSubject(kind, { candidates: 15, columns: { similar_first: 1 } })
    const { services, blockId, examId, markerIds } = world
    const { db } = services
    const units = await db.selectFrom('unit').select(['id', 'ord']).orderBy('id').execute()
    const answers = await drawAnswers(services)
    const salt = 'salt'
    // Candidates go into two classes by turns.
    expect(units.map(({ ord }) => Number(ord))).toEqual(
      units.map((_, no) => {
        const classId = world.school.classIds[no % 2] ?? 0
        return fairOrder({ classId, nth: Math.floor(no / 2) }, salt)
      }),
    )

    await orderSimilar(services)
    const served = await db.selectFrom('unit').select('id').orderBy('ord').execute()
    const kinds = served.map(({ id }) => answers.get(id))
    expect(kinds.filter((one, index) => index > 0 && one !== kinds[index - 1])).toHaveLength(2)

    // Five papers of a group follow each other in the hands of a marker.
    const [first = 0] = markerIds
    await db
      .updateTable('block_marker')
      .set({ cursor_ord: 0 })
      .where('user_id', '=', first)
      .execute()
    await world.claim(first, 5)
    const taken = await db
      .selectFrom('reading')
      .where('marker_id', '=', first)
      .select('unit_id')
      .execute()
    expect(taken.map(({ unit_id }) => answers.get(unit_id))).toEqual(
      Array.from({ length: 5 }, () => kinds[0]),
    )

    // Nothing new, nothing moves.
    const before = await db.selectFrom('unit').select(['id', 'ord']).orderBy('id').execute()
    await orderSimilar(services)
    const after = () => db.selectFrom('unit').select(['id', 'ord']).orderBy('id').execute()
    expect(await after()).toEqual(before)

    await db.transaction().execute(async (trx) => {
      await changeBlockSettings(trx, services, examId, SUBJECT, {
        block_id: blockId,
        similar_first: 0,
      })
    })
    expect(await after()).toEqual(units)
    await orderSimilar(services)
    expect(await after()).toEqual(units)
  })
})

test('order by similarity: the usual order stands where it is switched off as the papers are being ordered', async () => {
  const columns = { similar_first: 1 }
  const { services, blockId } = await openMarkedSubject('postgres', { candidates: 15, columns })
  const orders = () => services.db.selectFrom('unit').select(['id', 'ord']).orderBy('id').execute()
  const usual = await orders()
  await drawAnswers(services)
  const secondServer = await openSecondServer(services)
  const { block } = await selectBlockRules(services.db, blockId)
  const letGo = await hold(services, async (db) => {
    await lockAllocation(db, blockId)
    await db.updateTable('block').set({ similar_first: 0 }).where('id', '=', blockId).execute()
    await orderSoon(db, services, block)
  })
  const ordering = orderSimilar(secondServer)
  await untilWaiting(services, 1, ordering)
  await letGo()
  await ordering
  expect(await orders()).toEqual(usual)
})

/** More than are moved at a time, and than in the transaction that switches it off. */
const MANY = 450

everyDatabase('the usual order of many papers on %s', (kind) => {
  async function open() {
    const { services } = await openTestServices(kind)
    const { db } = services
    const block = {
      markMode: 0,
      allocMode: 1,
      toleranceMilli: 0,
      fullMilli: 10_000,
      stepMilli: 500,
    }
    const { examId, blockIds } = await seedBulkExam(services, {
      candidates: MANY,
      subjects: [[block]],
      markers: 2,
    })
    const [blockId = 0] = blockIds
    await db.updateTable('block').set({ similar_first: 1 }).execute()
    const units = await db.selectFrom('unit').select('id').orderBy('id').execute()
    await db
      .insertInto('answer_print')
      .values(
        units.map(({ id }) => ({
          unit_id: id,
          block_id: blockId,
          images: '[]',
          ink: '',
          ordered: 1,
        })),
      )
      .execute()
    const usual = await selectServingPlaces(db, (await selectBlockRules(db, blockId)).block)
    return {
      services,
      db,
      set: (similar_first: number) =>
        withRetry(services, (trx) =>
          changeBlockSettings(trx, services, examId, 1, { block_id: blockId, similar_first }),
        ),
      /** Papers that stand where they usually do, and those of which it is known how they look. */
      seen: async () => {
        const rows = await db.selectFrom('unit').select(['id', 'ord']).execute()
        const prints = await db.selectFrom('answer_print').select('unit_id').execute()
        return {
          usual: rows.filter(({ id, ord }) => usual.get(id) === Number(ord)).length,
          prints: prints.length,
        }
      },
      due: () => db.selectFrom('due_work').select('kind').execute(),
    }
  }

  test('comes back in pieces, behind the transaction that asks for it', async () => {
    const { services, set, seen, due } = await open()
    await set(0)
    // As a server leaves it that ends here; the next one's clock goes on.
    expect(await seen()).toEqual({ usual: 0, prints: MANY })
    expect(await due()).toEqual([{ kind: 'order' }])
    await finishOrdering(services)
    expect(await seen()).toEqual({ usual: MANY, prints: 0 })
    expect(await due()).toEqual([])
  })

  test('does not come back where similar answers are brought together again by then', async () => {
    const { services, set, seen, due } = await open()
    await set(0)
    await set(1)
    await finishOrdering(services)
    expect(await seen()).toEqual({ usual: 0, prints: MANY })
    expect(await due()).toEqual([])
  })
})
