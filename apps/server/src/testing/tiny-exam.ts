import type { Services } from '../services.ts'
import { scoreCandidates } from '../features/scoring/index.ts'
import { seedExam, type SeededExam } from './seed-exam.ts'
import type { SeededSchool } from './seed-school.ts'

export const TINY_EXAM_NAME = '高一期中考试'

/**
 * An exam small enough to compute by hand, scored and not published. 语文 (1) is full 20: a single choice
 * of 5 with key A, a multiple choice of 5 with key AC and 2 for what is missing, a block of 10. 数学 (2)
 * is full 10: one block.
 *
 * | no  | class | 语文            | 数学 | total        | school rank | class rank |
 * | --- | ----- | --------------- | ---- | ------------ | ----------- | ---------- |
 * | 101 | 1     | 5 + 5 + 10 = 20 | 8    | 28           | 1           | 1          |
 * | 102 | 1     | 5 + 2 + 6 = 13  | 10   | 23           | 2           | 2          |
 * | 103 | 1     | 0 + 5 + 8 = 13  | 10   | 23           | 2           | 2          |
 * | 104 | 1     | 5 + 5 + 5 = 15  | 缺考 | 15, partial  | –           | –          |
 * | 105 | 2     | 0 + 0 + 0 = 0   | 3    | 3            | 6           | 3          |
 * | 106 | 2     | 5 + 2 + 9.5     | 6.5  | 23           | 2           | 1          |
 * | 107 | 2     | 未选            | 7    | 7            | 5           | 2          |
 * | 108 | 2     | 缺考            | 缺考 | none         | –           | –          |
 */
export async function seedTinyExam(
  services: Services,
  school: SeededSchool,
  options: { gradeId?: number; name?: string; startDate?: string } = {},
): Promise<SeededExam> {
  const { studentIds, userIds } = school
  const markers = [userIds['marker1'] ?? 0, userIds['marker2'] ?? 0]
  const leaders = [userIds['leader'] ?? 0]
  const seeded = await seedExam(services.db, school, {
    name: options.name ?? TINY_EXAM_NAME,
    ...(options.startDate ? { startDate: options.startDate } : {}),
    gradeId: options.gradeId ?? 10,
    subjects: [
      {
        id: 1,
        objective: [
          { no: '1', type: 1, fullMilli: 5000, key: 'A' },
          { no: '2', type: 2, fullMilli: 5000, key: 'AC', missingMilli: 2000 },
        ],
        blocks: [{ name: '阅读', points: [{ no: '3', fullMilli: 10_000 }], markers, leaders }],
      },
      {
        id: 2,
        blocks: [{ name: '解答', points: [{ no: '1', fullMilli: 10_000 }], markers, leaders }],
      },
    ],
    candidates: [
      candidate(0, '101', ['A', 'AC'], 10_000, 8000),
      candidate(1, '102', ['A', 'A'], 6000, 10_000),
      candidate(2, '103', ['B', 'CA'], 8000, 10_000),
      candidate(3, '104', ['A', 'AC'], 5000, null),
      candidate(4, '105', ['', 'AB'], 0, 3000),
      candidate(5, '106', ['A', 'C'], 9500, 6500),
      { studentId: studentIds[6] ?? 0, examNo: '107', subjects: { 2: { finals: [[7000]] } } },
      {
        studentId: studentIds[7] ?? 0,
        examNo: '108',
        subjects: { 1: { attendance: 1 }, 2: { attendance: 1 } },
      },
    ],
  })
  await services.db.transaction().execute(async (db) => {
    for (const subjectId of [1, 2]) await scoreCandidates(db, { examId: seeded.examId, subjectId })
  })
  return seeded

  function candidate(
    student: number,
    examNo: string,
    answers: string[],
    chinese: number,
    mathematics: number | null,
  ) {
    return {
      studentId: studentIds[student] ?? 0,
      examNo,
      subjects: {
        1: { answers, finals: [[chinese]] },
        2: mathematics === null ? { attendance: 1 as const } : { finals: [[mathematics]] },
      },
    }
  }
}

/**
 * The key of the first question was wrong: B is right, not A. Totals become 23, 18, 28, 10 (partial), 3, 18 and 7; to be
 * released as another version.
 */
export async function correctTinyExam({ db }: Services, exam: SeededExam): Promise<void> {
  await db
    .updateTable('answer_key')
    .set({ answer: '["B"]' })
    .where('question_id', '=', exam.questionIds[1]?.[0] ?? 0)
    .execute()
  await db
    .transaction()
    .execute((open) => scoreCandidates(open, { examId: exam.examId, subjectId: 1 }))
}
