import { isPostgres } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { assignmentsForUpdate, type Pair } from './block-marker.query.ts'
import { selectWork } from './marker-work.query.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'

/** What PostgreSQL tells of a step of a statement that it ran. */
interface PlanStep {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanStep[]
}

const steps = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(steps)]
const rowsOf = (step: PlanStep): number =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'] +
  (step['Rows Removed by Join Filter'] ?? 0)

everyDatabase('assignments of a batch on %s', (kind) => {
  test('are looked up, however many other markers there are and whatever is known of their number', async () => {
    const { services, blockId, markerIds } = await openMarkedSubject(kind, {
      candidates: 1,
      markers: 200,
      mode: 1,
    })
    const { db } = services
    const pairs: Pair[] = markerIds
      .slice(0, 20)
      .toReversed()
      .map((marker_id) => ({ block_id: blockId, marker_id }))
    const query = assignmentsForUpdate(db, pairs)
    const rows = await query.execute()
    expect(rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(
      markerIds.slice(0, 20).toSorted((a, b) => a - b),
    )
    if (!isPostgres(db)) {
      const { sql: text, parameters } = query.compile()
      const plan = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      )
      expect(plan.rows.map(({ detail }) => detail).join('\n')).toMatch(/SEARCH block_marker USING/)
      return
    }
    // Locked in one order, so that two batches wait for each other instead of stopping each other.
    expect(rows.map(({ user_id }) => user_id)).toEqual(markerIds.slice(0, 20))
    const explained = await sql<{ 'QUERY PLAN': [{ Plan: PlanStep }] }>`
      explain (analyze, format json) ${query}`.execute(db)
    const [plan] = explained.rows[0]?.['QUERY PLAN'] ?? []
    if (!plan) throw new Error('PostgreSQL explains its plan')
    for (const step of steps(plan.Plan)) expect(rowsOf(step)).toBeLessThanOrEqual(pairs.length)
  })
})

everyDatabase('work of the people of a block on %s', (kind) => {
  test('is added up by the database, however many scores there are', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 8, markers: 1 })
    const [markerId = 0] = subject.markerIds
    for (const points of [1, 2, 3, 4, 5]) await subject.mark(markerId, points)
    let read = 0
    const db = subject.services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read += result.rows.length
        return result
      },
    })
    const work = await selectWork(db, subject.blockId)
    expect(work.get(markerId)).toMatchObject({ done: 5, rejected: 0 })
    expect(read).toBe(1 + (work.get(markerId)?.claimed ?? 0))
  })
})
