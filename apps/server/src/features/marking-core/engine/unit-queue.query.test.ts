import type { Db } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { raiseProblem } from '../../marking-desk/desk/submit-mark.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { selectBlockUnitCounts } from './unit-counts.query.ts'
import { papersIn } from './unit-queue.query.ts'

const WAITING = ['WAIT_IMAGE', 'THIRD', 'ARBITRATION', 'BLANK_REVIEW', 'PROBLEM', 'REJECTED']
const STATES = [...WAITING, 'READY', 'MARKING', 'FINAL', 'LOCKED']

/** Where papers stand and how many are in each state: as kept, and as their rows say. */
async function keptAndTrue(db: Db) {
  const units = await db.selectFrom('unit').selectAll().orderBy('id').execute()
  const places = await db.selectFrom('unit_queue').selectAll().execute()
  const tallies = await db
    .selectFrom('unit_tally')
    .groupBy(['block_id', 'state'])
    .select(['block_id', 'state', ({ fn }) => fn.sum<number>('count').as('count')])
    .select(({ fn }) => fn.sum<number>('readings').as('readings'))
    .execute()
  const slotOf = (role: string | null) => (role === null ? [] : [role === 'R3' ? 'third' : 'base'])
  const stateOf = ({ state, images }: { state: string; images: string }) =>
    state === 'WAIT_IMAGE' && images === '[]' ? 'NO_IMAGE' : state
  const keys = (
    rows: readonly { block_id: number; queue: string; ord: number; unit_id: number }[],
  ) => rows.map((row) => [row.block_id, row.queue, Number(row.ord), row.unit_id].join(' ')).sort()
  return {
    kept: {
      places: keys(places),
      counts: tallies
        .filter(({ count, readings }) => Number(count) !== 0 || Number(readings) !== 0)
        .map(({ block_id, state, count, readings }) => `${block_id} ${state} ${count} ${readings}`)
        .sort(),
    },
    real: {
      places: keys(
        units.flatMap(({ id, block_id, ord, free_role, state }) =>
          [...slotOf(free_role), ...WAITING.filter((name) => name === state)].map((queue) => ({
            block_id,
            queue,
            ord,
            unit_id: id,
          })),
        ),
      ),
      counts: [...Map.groupBy(units, (unit) => `${unit.block_id} ${stateOf(unit)}`)]
        .map(([key, own]) => {
          const readings = own.reduce((sum, { readings_due }) => sum + readings_due, 0)
          return `${key} ${own.length} ${readings}`
        })
        .sort(),
    },
  }
}

everyDatabase('places and counts of papers on %s', (kind) => {
  test('follow marks, thirds, problems, and papers that are taken away', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 5, markers: 3, mode: 3 })
    const { services, blockId, markerIds } = subject
    const mark = (markerId: number, points: number) => subject.mark(markerId, points)
    const { db } = services
    const [first = 0, second = 0, third = 0] = markerIds
    const isKept = async () => {
      const { kept, real } = await keptAndTrue(db)
      expect(kept).toEqual(real)
    }
    await isKept()
    for (let no = 0; no < 4; no++) await mark(first, 2)
    for (let no = 0; no < 4; no++) await mark(second, 18)
    await isKept()
    expect(await papersIn(db, blockId, 'third').select('unit.id').execute()).not.toEqual([])
    await mark(third, 10)
    const { tasks } = await nextPapers(services, blockId, third, 1)
    await raiseProblem(services, {
      blockId,
      markerId: third,
      readingId: tasks[0]?.reading_id ?? 0,
      reason: 'unclear_image',
      note: '',
    })
    await isKept()
    const counts = (await selectBlockUnitCounts(db, [blockId])).get(blockId)
    expect(counts).toMatchObject({ total: 5, problem: 1, readings: 10 })
  })

  test('follow whatever statement changes papers', async () => {
    const { services, blockId } = await openMarkedSubject(kind, { candidates: 4, markers: 1 })
    const { db } = services
    const ids = (await db.selectFrom('unit').select('id').execute()).map(({ id }) => id)
    const change = fc.record({
      of: fc.subarray(ids, { minLength: 1 }),
      set: fc.record(
        {
          state: fc.constantFrom(...STATES),
          free_role: fc.constantFrom(null, 'R1', 'R2', 'R3'),
          images: fc.constantFrom('[]', '["a"]'),
          ord: fc.integer({ min: 0, max: 2 ** 31 }),
          readings_due: fc.integer({ min: 0, max: 2 }),
        },
        { requiredKeys: ['state'] },
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        for (const { of, set } of changes)
          await db.updateTable('unit').set(set).where('id', 'in', of).execute()
        const { kept, real } = await keptAndTrue(db)
        expect(kept).toEqual(real)
      }),
      { numRuns: 40 },
    )
    await db.deleteFrom('reading').execute()
    await db.deleteFrom('mark_event').execute()
    await db.deleteFrom('unit').where('block_id', '=', blockId).execute()
    const { kept } = await keptAndTrue(db)
    expect(kept).toEqual({ places: [], counts: [] })
  })
})
