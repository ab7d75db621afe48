import { everyDatabase } from '@hengjuan/db/testing'
import type { AllocMode } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { statusOf } from '../../marking-desk/desk/mark-status.ts'
import { submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { stuckPapers } from '../stuck/stuck-papers.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { arbitrate } from '../../arbitration/leader/leader-decide.ts'
import { takeLeaderPaper } from '../../arbitration/leader/leader-paper.ts'
import { leaderPapers } from '../../arbitration/leader/leader-papers.ts'
import { removePairs, writePairs } from './avoided-pairs.ts'
import type { DatabaseKind } from '@hengjuan/db/testing'

/** A subject whose first marker is related to the first two candidates. */
async function open(kind: DatabaseKind, wanted: Wanted = {}) {
  const subject = await openMarkedSubject(kind, { candidates: 6, markers: 2, ...wanted })
  const { services, examId, candidateIds, school } = subject
  const [child = 0, niece = 0] = candidateIds
  const keep = (markerId: number, ids: readonly number[]) =>
    writePairs(
      services,
      examId,
      ids.map((candidateId) => ({ markerId, candidateId, relation: '子女' })),
      school.userIds['director'] ?? 0,
    )
  const readBy = async (markerId: number) => {
    const rows = await services.db
      .selectFrom('reading')
      .innerJoin('unit', 'unit.id', 'reading.unit_id')
      .where('reading.marker_id', '=', markerId)
      .where('reading.state', 'in', ['claimed', 'submitted'])
      .select('unit.candidate_id')
      .execute()
    return rows.map(({ candidate_id }) => candidate_id).sort((a, b) => a - b)
  }
  return {
    ...subject,
    claim: (id: number, want?: number) => subject.claim(id, want),
    mark: (id: number, points: number) => subject.mark(id, points),
    units: () => subject.units(),
    child,
    niece,
    keep,
    readBy,
  }
}

everyDatabase('relatives on %s', (kind) => {
  test.for<[AllocMode, (number | null)[]]>([
    [1, []],
    [2, []],
    [3, [6, 6]],
  ])('are never given to a marker, allocation %i', async ([allocation, quotas]) => {
    const { keep, claim, readBy, markerIds, candidateIds, child, niece } = await open(kind, {
      allocation,
      quotas,
      mode: 1,
    })
    const [first = 0, second = 0] = markerIds
    await keep(first, [child, niece])
    await claim(first, 10)
    const others = candidateIds.filter((id) => id !== child && id !== niece)
    expect(await readBy(first)).toEqual(others)
    expect(await claim(first, 10)).toBe('empty')
    await claim(second, 10)
    expect(await readBy(second)).toEqual(candidateIds)
  })

  test('are no obstacle to who takes the rest at target', async () => {
    const { keep, claim, readBy, markerIds, child, niece } = await open(kind, {
      allocation: 3,
      quotas: [6, 1],
      candidates: 6,
    })
    const [first = 0, second = 0] = markerIds
    await keep(first, [child, niece])
    await claim(first, 10)
    // Two are left for the second marker, whose target is one: nobody else may read the other.
    await claim(second, 10)
    expect(await readBy(second)).toEqual([child, niece])
  })

  test('go back from the hands, and may be read again when the pair is taken away', async () => {
    const { keep, claim, readBy, markerIds, candidateIds, child, ...rest } = await open(kind)
    const [first = 0] = markerIds
    await claim(first, 10)
    expect(await readBy(first)).toEqual(candidateIds)
    const { pairIds, recalled } = await keep(first, [child])
    expect(recalled).toBe(1)
    await claim(first, 10)
    expect(await readBy(first)).toEqual(candidateIds.slice(1))
    const blocks = () => rest.services.db.selectFrom('block').select('has_relatives').execute()
    expect(await blocks()).toEqual([{ has_relatives: 1 }])
    await removePairs(rest.services, rest.examId, pairIds, first)
    expect(await blocks()).toEqual([{ has_relatives: 0 }])
    await claim(first, 10)
    expect(await readBy(first)).toEqual(candidateIds)
  })

  test('are not scored by what was on its way when they were taken back, as long as they are related', async () => {
    const { keep, markerIds, child, services, blockId, examId, units } = await open(kind, {
      candidates: 1,
    })
    const [first = 0] = markerIds
    const { tasks } = await nextPapers(services, blockId, first, 1)
    const { pairIds } = await keep(first, [child])
    const give = (points: number) =>
      submitMark(services, {
        markerId: first,
        blockId,
        readingId: tasks[0]?.reading_id ?? 0,
        idemKey: ulid(),
        scores: [points * 1000],
      })
    await expect(give(8)).rejects.toMatchObject({
      code: 'MARKING_LEASE_LOST',
      message: expect.stringContaining('按回避名单改由其他教师评阅'),
    })
    expect(await units()).toMatchObject([{ state: 'READY', final_milli: null }])
    const { unplaced } = await statusOf(services, blockId, first, { renew: false })
    expect(unplaced).toMatchObject([{ total_milli: 8000 }])
    await removePairs(services, examId, pairIds, first)
    expect(await give(9)).toMatchObject({ outcome: 'submitted' })
    expect(await units()).toMatchObject([{ state: 'FINAL', final_milli: 9000 }])
  })

  test('whom nobody else may read are counted with the reason', async () => {
    const { keep, markerIds, services, examId, child, niece, school } = await open(kind)
    const [first = 0, second = 0] = markerIds
    await keep(first, [child, niece])
    const reasons = async () => (await stuckPapers(services.db, examId))[0]?.reasons ?? []
    expect(await reasons()).toEqual([])
    await keep(second, [child])
    expect(await reasons()).toEqual([{ reason: 'relative', count: 1 }])
    // The second teaches the niece's class: it is that which stands against her paper.
    await services.db
      .insertInto('teaching')
      .values({ user_id: second, class_id: school.classIds[1] ?? 0, subject_id: SUBJECT })
      .execute()
    expect(await reasons()).toEqual(
      expect.arrayContaining([
        { reason: 'relative', count: 1 },
        { reason: 'own_class', count: 1 },
      ]),
    )
  })

  test('are not arbitrated by their relative either', async () => {
    const { keep, mark, markerIds, services, leaderId, child, units } = await open(kind, {
      candidates: 1,
      mode: 1,
      toleranceMilli: 0,
    })
    const [first = 0, second = 0] = markerIds
    await mark(first, 3)
    await mark(second, 19)
    expect((await units())[0]?.state).toBe('ARBITRATION')
    await keep(leaderId, [child])
    const [waiting] = await leaderPapers(services, leaderId, 'arbitration', undefined)
    expect(waiting).toMatchObject({
      eligible: 0,
      blocked_reason: '您在这位考生的回避名单中，不能处理这份试卷',
    })
    const none = await takeLeaderPaper(services, leaderId, 'arbitration', {})
    expect(none.task).toBeNull()
    const unit = await services.db.selectFrom('unit').selectAll().executeTakeFirstOrThrow()
    const refused = { code: 'MARKING_RELATIVE' }
    await expect(
      takeLeaderPaper(services, leaderId, 'arbitration', { unit }),
    ).rejects.toMatchObject(refused)
    await expect(
      arbitrate(services, { userId: leaderId, unit, idemKey: 'decided', scores: [9000] }),
    ).rejects.toMatchObject(refused)
  })
})
