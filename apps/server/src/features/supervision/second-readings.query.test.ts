import { everyDatabase } from '@hengjuan/db/testing'
import type { SecondReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { applyEvent } from '../marking-core/engine/apply-event.ts'
import { withRetry } from '../marking-core/engine/with-retry.ts'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
import { markerRows } from './marker-rows.ts'
import { selectReadingList } from './reading-list.query.ts'
import { examProgress } from './exam-progress.ts'

const PAPERS = 48

/** A block of one reading, every paper of which is then read again by the other of two markers. */
async function openReadAgain(kind: 'sqlite' | 'postgres', settleBy: SecondReading, gap: number) {
  const subject = await openMarkedSubject(kind, {
    candidates: PAPERS,
    markers: 2,
    mode: 0,
    toleranceMilli: 0,
  })
  const { services, markerIds, blockId, examId } = subject
  for (let no = 0; no < PAPERS; no++) await subject.mark(markerIds[no % 2] ?? 0, 10 + (no % 5))
  const firsts = new Map(
    (await services.db.selectFrom('reading').select(['unit_id', 'total_milli']).execute()).map(
      ({ unit_id, total_milli }) => [unit_id, (total_milli ?? 0) / 1000],
    ),
  )
  const actor = { userId: subject.leaderId }
  for (const unitId of firsts.keys())
    await withRetry(services, (db) =>
      applyEvent(
        db,
        services,
        unitId,
        { type: 'read_again', by: subject.leaderId, settleBy },
        actor,
      ),
    )
  for (let no = 0; no < PAPERS; no++)
    await subject.mark(markerIds[no % 2] ?? 0, (unitId) => (firsts.get(unitId) ?? 0) + gap)
  const listed = async (kindOf: 'apart' | 'off') =>
    (
      await selectReadingList(services.db, {
        blockId,
        kind: kindOf,
        fastMs: 0,
        today: '2026-11-20T00:00:00.000Z',
        isBlind: false,
      })
    ).total
  return {
    services,
    rows: (await markerRows(services, blockId, null)).filter(({ duty }) => duty === 'marker'),
    agreement: (await examProgress(services, examId)).blocks[0]?.agreement,
    apart: await listed('apart'),
    off: await listed('off'),
  }
}

everyDatabase('second readings of a block that is read once', (kind) => {
  test('whoever lies within what settled the papers agrees', async () => {
    const settleBy = { mode: 2, toleranceMilli: 3000 } as const
    const { rows, agreement, apart, off } = await openReadAgain(kind, settleBy, 1)
    for (const row of rows) {
      expect(row.agreement).toEqual({ num: PAPERS, den: PAPERS })
      expect(row.consistency).toEqual({ num: PAPERS, den: PAPERS })
      expect(row.reasons.join()).not.toContain('一致率')
    }
    expect(agreement).toEqual({ num: PAPERS, den: PAPERS })
    expect([apart, off]).toEqual([0, 0])
  })

  test('whoever lies further apart does not', async () => {
    const settleBy = { mode: 2, toleranceMilli: 1000 } as const
    const { rows, agreement, apart, off } = await openReadAgain(kind, settleBy, 4)
    for (const row of rows) {
      expect(row.agreement).toEqual({ num: 0, den: PAPERS })
      // The final mark lies in the middle, two points from either.
      expect(row.consistency).toEqual({ num: 0, den: PAPERS })
    }
    expect(agreement).toEqual({ num: 0, den: PAPERS })
    expect([apart, off]).toEqual([2 * PAPERS, 2 * PAPERS])
  })
})
