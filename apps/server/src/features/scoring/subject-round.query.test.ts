import { everyDatabase } from '@hengjuan/db/testing'
import type { SubjectRound } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../testing/index.ts'
import { changeSubjectRound, scoreCandidates } from './index.ts'

const CHINESE = 1
const MATHEMATICS = 2
const EXACT: SubjectRound = { stepMilli: 0, mode: 'half_up' }

everyDatabase('the rounding of subject totals on %s', (kind) => {
  test('scores the whole subject again and leaves parts, items and other subjects exact', async () => {
    const { services, school } = await openTestApp(kind)
    const { examId, candidateIds } = await seedTinyExam(services, school)
    const { db } = services
    const change = (round: SubjectRound) =>
      db.transaction().execute((work) => changeSubjectRound(work, services, examId, CHINESE, round))
    const scoresOf = (subjectId: number) =>
      db
        .selectFrom('candidate_subject')
        .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
        .where('candidate_subject.subject_id', '=', subjectId)
        .orderBy('candidate.exam_no')
        .select(['candidate.exam_no', 'item_scores', 'objective_milli', 'subjective_milli'])
        .select(['total_milli', 'version'])
        .execute()
    const totals = async () =>
      (await scoresOf(CHINESE)).map(({ exam_no, total_milli }) => [exam_no, total_milli])
    const exact = await scoresOf(CHINESE)
    const others = await scoresOf(MATHEMATICS)
    const rounded = (no106: number) =>
      exact.map(({ exam_no, total_milli }) => [exam_no, exam_no === '106' ? no106 : total_milli])

    // 106 has 5 + 2 + 9.5; everybody else has whole points.
    expect(exact.find(({ exam_no }) => exam_no === '106')?.total_milli).toBe(16_500)
    expect(await change({ stepMilli: 1000, mode: 'half_up' })).toEqual(EXACT)
    expect(await totals()).toEqual(rounded(17_000))
    expect(await scoresOf(CHINESE)).toEqual(
      exact.map((row) =>
        row.exam_no === '106' ? { ...row, total_milli: 17_000, version: row.version + 1 } : row,
      ),
    )
    expect(await scoresOf(MATHEMATICS)).toEqual(others)

    // A later scoring of one candidate rounds as well.
    await db.updateTable('candidate_subject').set({ total_milli: null }).execute()
    await db.transaction().execute((work) =>
      scoreCandidates(work, {
        examId,
        subjectId: CHINESE,
        candidateIds: [candidateIds['106'] ?? 0],
      }),
    )
    expect((await totals()).find(([no]) => no === '106')).toEqual(['106', 17_000])

    await change({ stepMilli: 1000, mode: 'floor' })
    expect(await totals()).toEqual(rounded(16_000))
    await change({ stepMilli: 500, mode: 'ceil' })
    expect(await totals()).toEqual(rounded(16_500))
    expect(await change({ stepMilli: 500, mode: 'ceil' })).toBeNull()
    await change(EXACT)
    expect(await totals()).toEqual(rounded(16_500))
  })
})
