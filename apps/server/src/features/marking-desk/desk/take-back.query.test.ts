import { everyDatabase } from '@hengjuan/db/testing'
import type { MarkEvent } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { nextPapers, ownMarked } from './mark-queue.ts'
import { ownProgress } from '../../claiming/hand-in/own-progress.ts'
import { selectOwnTasks } from './own-tasks.ts'
import { sweepLeases } from '../../marking-core/claims/release-claims.ts'
import { submitMark } from './submit-mark.ts'
import { takeBack } from './take-back.ts'
import { openMarkedSubject, type MarkedSubject } from '../../marking/testing/marked-subject.ts'

const give = (
  { services, blockId }: MarkedSubject,
  markerId: number,
  readingId: number,
  points: number,
) =>
  submitMark(services, {
    markerId,
    blockId,
    readingId,
    idemKey: `again-${readingId}-${points}`,
    scores: [points * 1000],
  })

const unitOf = async ({ services: { db } }: MarkedSubject, readingId: number) => {
  const { unit_id } = await db
    .selectFrom('reading')
    .select('unit_id')
    .where('id', '=', readingId)
    .executeTakeFirstOrThrow()
  return db.selectFrom('unit').selectAll().where('id', '=', unit_id).executeTakeFirstOrThrow()
}

const HALF_AN_HOUR = 30 * 60_000

everyDatabase('own marks that are taken back, on %s', (kind) => {
  test('the final mark opens, the paper is in hand first of all, and is final when marked again', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 4 })
    const { services, blockId, markerIds } = subject
    const [markerId = 0, other = 0] = markerIds
    const readingId = (await subject.mark(markerId, 5)) ?? 0
    await subject.mark(markerId, 6)
    const own = { blockId, markerId, readingIds: [readingId] }
    expect(await takeBack(services, own)).toBe(1)
    expect(await unitOf(subject, readingId)).toMatchObject({ state: 'REJECTED', final_milli: null })
    const { id: unitId } = await unitOf(subject, readingId)

    const { tasks, mine } = await nextPapers(services, blockId, markerId, 2)
    expect(tasks[0]).toMatchObject({
      kind: 'taken_back',
      reading_id: readingId,
      scores: [5000],
      reject_comment: null,
    })
    const progress = { done: 1, rejected: 0, taken_back: 1, claimed: 2 }
    expect(mine).toMatchObject(progress)
    const rules = await selectBlockRules(services.db, blockId)
    expect(await ownProgress(services.db, rules, markerId)).toEqual(mine)
    expect(await selectOwnTasks(services, markerId)).toMatchObject([
      { marking_count: 1, rejected_count: 0, taken_back_count: 1, overrule_count: 0 },
    ])
    // It is nobody else's, no lease ends it, and a call that comes twice finds nothing to do.
    const others = await nextPapers(services, blockId, other, 6)
    expect(others.tasks.map((task) => task.unit_id)).not.toContain(unitId)
    subject.advance(HALF_AN_HOUR)
    await sweepLeases(services)
    expect(await takeBack(services, own)).toBe(0)

    await give(subject, markerId, readingId, 5)
    expect(await unitOf(subject, readingId)).toMatchObject({ state: 'FINAL', final_milli: 5000 })
    const after = await nextPapers(services, blockId, markerId, 1)
    expect(after.tasks.map((task) => task.unit_id)).not.toContain(unitId)
    expect(after.mine).toMatchObject({ done: 2, rejected: 0, taken_back: 0 })
    // The old number says nothing of the new mark.
    expect(await takeBack(services, own)).toBe(0)

    const events = await services.db
      .selectFrom('mark_event')
      .where('unit_id', '=', unitId)
      .select(['type', 'actor_id', 'payload'])
      .orderBy('seq')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'images_ready',
      'claim',
      'submit',
      'take_back',
      'remark',
    ])
    expect(events[3]).toMatchObject({ actor_id: markerId })
    const { event } = JSON.parse(events[3]?.payload ?? '') as { event: MarkEvent }
    expect(event).toEqual({ type: 'take_back', readingId, markerId })
    const readings = await services.db
      .selectFrom('reading')
      .where('unit_id', '=', unitId)
      .select(['state', 'superseded_by', 'rev', 'rejections', 'taken_back'])
      .orderBy('id')
      .execute()
    expect(readings).toEqual([
      { state: 'superseded', superseded_by: 'backmark', rev: 1, rejections: 0, taken_back: 1 },
      { state: 'submitted', superseded_by: null, rev: 2, rejections: 0, taken_back: 0 },
    ])
  })

  test('of a paper that two read, the other mark stays, and both are settled anew', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, mode: 1, toleranceMilli: 2000 })
    const { services, blockId, markerIds } = subject
    const [first = 0, second = 0] = markerIds
    const readingId = (await subject.mark(first, 8)) ?? 0
    const partner = (await subject.mark(second, 9)) ?? 0
    expect(await unitOf(subject, readingId)).toMatchObject({ state: 'FINAL', final_milli: 8500 })
    await takeBack(services, { blockId, markerId: first, readingIds: [readingId] })
    // The partner may still change theirs, and is not told of it.
    const { tasks } = await ownMarked(services, { blockId, markerId: second })
    expect(tasks).toMatchObject([{ reading_id: partner, kind: 'backmark', locked_reason: null }])
    await give(subject, first, readingId, 15)
    expect(await unitOf(subject, readingId)).toMatchObject({
      state: 'ARBITRATION',
      final_milli: null,
    })
  })

  test('several at once are all taken back, or none', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 3 })
    const { services, blockId, markerIds } = subject
    const [markerId = 0, other = 0] = markerIds
    const own = (await subject.mark(markerId, 5)) ?? 0
    const foreign = (await subject.mark(other, 6)) ?? 0
    await expect(
      takeBack(services, { blockId, markerId, readingIds: [own, foreign] }),
    ).rejects.toMatchObject({ code: 'MARKING_NOT_YOUR_READING' })
    expect(await unitOf(subject, own)).toMatchObject({ state: 'FINAL' })
  })
})
