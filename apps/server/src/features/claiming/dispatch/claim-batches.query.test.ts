import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { describe, expect, test } from 'vitest'
import { scoreCandidates } from '../../scoring/index.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { claim } from './claim-batches.ts'
import { submitAndClaim, submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { openMarkedSubject, type MarkedSubject } from '../../marking/testing/marked-subject.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const inHandOf = async ({ services, blockId }: MarkedSubject, markerId: number) => {
  const { tasks } = await nextPapers(services, blockId, markerId, 1)
  return tasks[0]?.reading_id ?? 0
}

const judgement = (
  { blockId }: MarkedSubject,
  markerId: number,
  readingId: number,
  milli = 7000,
) => ({ blockId, markerId, readingId, idemKey: ulid(), scores: [milli] })

everyDatabase('claim batch on %s', (kind) => {
  test('takes all marks that arrive together, with the next paper in each hand and one event a step', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 30, markers: 12, mode: 1 })
    const { services, markerIds } = subject
    const held = await Promise.all(markerIds.map((id) => inHandOf(subject, id)))
    expect(new Set(held).size).toBe(12)
    const answers = await Promise.all(
      markerIds.map((id, index) =>
        submitAndClaim(services, judgement(subject, id, held[index] ?? 0), 1),
      ),
    )
    expect(answers.map(({ submitted }) => submitted.outcome)).toEqual(
      markerIds.map(() => 'submitted'),
    )
    expect(answers.map(({ queue }) => [queue?.tasks.length, queue?.mine.done])).toEqual(
      markerIds.map(() => [1, 1]),
    )
    const events = await services.db
      .selectFrom('mark_event')
      .innerJoin('unit', 'unit.id', 'mark_event.unit_id')
      .where('mark_event.type', 'in', ['claim', 'submit'])
      .select(['mark_event.unit_id', 'seq', 'version', 'type'])
      .orderBy('mark_event.unit_id')
      .orderBy('seq')
      .execute()
    expect(events.filter(({ type }) => type === 'submit')).toHaveLength(12)
    expect(events.filter(({ type }) => type === 'claim')).toHaveLength(24)
    for (const list of Map.groupBy(events, ({ unit_id }) => unit_id).values())
      expect(list.at(-1)?.seq).toBe(list[0]?.version)
  })

  test('counts both readers of one paper, whose mark is final', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2, mode: 1 })
    const [first = 0, second = 0] = subject.markerIds
    const one = await inHandOf(subject, first)
    const two = await inHandOf(subject, second)
    const outcomes = await Promise.all([
      submitMark(subject.services, judgement(subject, first, one)),
      submitMark(subject.services, judgement(subject, second, two, 8000)),
    ])
    expect(outcomes.map(({ readingId }) => readingId)).toEqual([one, two])
    expect(await subject.units()).toMatchObject([{ state: 'FINAL', final_milli: 7500 }])
  })

  test('refuses one request and one without a block alone', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 6, markers: 3 })
    const { services } = subject
    const [first = 0, second = 0, third = 0] = subject.markerIds
    const one = await inHandOf(subject, first)
    const two = await inHandOf(subject, second)
    const [taken, refused, foreign, nowhere] = await Promise.allSettled([
      submitMark(services, judgement(subject, first, one)),
      submitMark(services, judgement(subject, second, two, 21_000)),
      submitMark(services, judgement(subject, third, two)),
      claim(services, { blockId: 0, markerId: subject.leaderId, judgement: null, want: 1 }),
    ])
    expect(taken).toMatchObject({ status: 'fulfilled', value: { outcome: 'submitted' } })
    expect(refused).toMatchObject({ reason: { code: 'MARKING_SCORE_OUT_OF_RANGE' } })
    expect(foreign).toMatchObject({ reason: { code: 'MARKING_NOT_YOUR_READING' } })
    expect(nowhere).toMatchObject({ reason: { code: 'MARKING_BLOCK_NOT_FOUND' } })
    const states = (await subject.units()).map(({ state }) => state)
    expect(states.filter((state) => state === 'FINAL')).toHaveLength(1)
  })

  test('gives both slots of the only paper, each once', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 3, mode: 1 })
    const queues = await Promise.all(
      subject.markerIds.map((id) => nextPapers(subject.services, subject.blockId, id, 1)),
    )
    const readings = queues.flatMap(({ tasks }) => tasks.map(({ reading_id }) => reading_id))
    expect(new Set(readings).size).toBe(2)
    expect(queues.filter(({ reason }) => reason === 'empty')).toHaveLength(1)
    const rows = await subject.services.db
      .selectFrom('reading')
      .select(['id', 'role', 'state'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ role, state }) => [role, state])).toEqual([
      ['R1', 'claimed'],
      ['R2', 'claimed'],
    ])
    expect(rows.map(({ id }) => id)).toEqual(readings.toSorted((a, b) => a - b))
    expect(await subject.units()).toMatchObject([{ version: 3 }])
  })

  test('gives a third reading that a mark made necessary to whoever waits', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: 1,
      markers: 3,
      mode: 4,
      toleranceMilli: 1000,
    })
    const { services, blockId } = subject
    const [first = 0, second = 0, third = 0] = subject.markerIds
    const one = await inHandOf(subject, first)
    const two = await inHandOf(subject, second)
    await submitMark(services, judgement(subject, first, one, 2000))
    const [, waiting] = await Promise.all([
      submitMark(services, judgement(subject, second, two, 9000)),
      nextPapers(services, blockId, third, 1),
    ])
    expect(waiting).toMatchObject({ reason: null, tasks: [{ kind: 'normal' }] })
    const rows = await services.db.selectFrom('reading').select(['marker_id', 'role']).execute()
    expect(rows).toContainEqual({ marker_id: third, role: 'R3' })
  })

  test('takes the same submit twice at once only once', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 2, markers: 1 })
    const [marker = 0] = subject.markerIds
    const given = judgement(subject, marker, await inHandOf(subject, marker))
    const outcomes = await Promise.all([
      submitMark(subject.services, given),
      submitMark(subject.services, given),
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['submitted', 'repeat'])
  })
})

everyDatabase('a paper in hand that others changed, on %s', (kind) => {
  test('is marked as it is now', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2, mode: 1 })
    const { services, markerIds } = subject
    const { db } = services
    const [first = 0, second = 0] = markerIds
    const [one, two] = [await inHandOf(subject, first), await inHandOf(subject, second)]
    await submitMark(services, judgement(subject, first, one))
    // What other transactions, and other processes, do: to the paper, and to the reading of somebody else.
    await db.updateTable('unit').set({ released: 3, flags: '{"raised":["doubtful"]}' }).execute()
    await db.updateTable('reading').set({ flags: '["typical"]' }).where('id', '=', one).execute()
    await submitMark(services, judgement(subject, second, two))
    const unit = await db.selectFrom('unit').selectAll().executeTakeFirstOrThrow()
    expect(unit).toMatchObject({ state: 'FINAL', released: 3 })
    expect(JSON.parse(unit.flags)).toMatchObject({ raised: ['doubtful'], paper: ['typical'] })
  })

  test('is marked as it is now when only one of its readings was changed', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2, mode: 1 })
    const { services, markerIds } = subject
    const { db } = services
    const [first = 0, second = 0] = markerIds
    const [one, two] = [await inHandOf(subject, first), await inHandOf(subject, second)]
    await submitMark(services, judgement(subject, first, one))
    await db.updateTable('reading').set({ flags: '["typical"]' }).where('id', '=', one).execute()
    await submitMark(services, judgement(subject, second, two))
    const { flags } = await db.selectFrom('unit').select('flags').executeTakeFirstOrThrow()
    expect(JSON.parse(flags)).toMatchObject({ paper: ['typical'] })
  })
})

everyDatabase('scores of candidates after claim batches on %s', (kind) => {
  test('are what they are when everybody is scored anew', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 12, markers: 4, mode: 1 })
    const { services, markerIds, examId } = subject
    for (let round = 0; round < 6; round++) {
      const held = await Promise.all(markerIds.map((id) => inHandOf(subject, id)))
      await Promise.all(
        markerIds.flatMap((id, index) =>
          held[index]
            ? [submitAndClaim(services, judgement(subject, id, held[index], 5000), 1)]
            : [],
        ),
      )
    }
    expect(new Set((await subject.units()).map(({ state }) => state))).toEqual(new Set(['FINAL']))
    const stored = () =>
      services.db
        .selectFrom('candidate_subject')
        .where('exam_id', '=', examId)
        .select(['candidate_id', 'version', 'item_scores', 'subjective_milli', 'total_milli'])
        .orderBy('candidate_id')
        .execute()
    const before = await stored()
    expect(before.map(({ subjective_milli }) => subjective_milli)).not.toContain(null)
    await scoreCandidates(services.db, {
      examId,
      subjectId: SUBJECT,
      candidateIds: subject.candidateIds,
    })
    expect(await stored()).toEqual(before)
  })
})

describe('claim batch whose transaction fails', () => {
  test('answers each request alone, so that only the one to blame hears of it', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 6, markers: 3 })
    const { services } = subject
    const held = await Promise.all(subject.markerIds.map((id) => inHandOf(subject, id)))
    const [broken = 0, ...whole] = subject.markerIds
    const outcomes = await Promise.allSettled([
      // No database takes a bigint through JSON.
      submitMark(services, {
        ...judgement(subject, broken, held[0] ?? 0),
        readingId: 1n as unknown as number,
      }),
      ...whole.map((id, index) =>
        submitMark(services, judgement(subject, id, held[index + 1] ?? 0)),
      ),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    const states = (await subject.units()).map(({ state }) => state)
    expect(states.filter((state) => state === 'FINAL')).toHaveLength(2)
  })
})
