import type { Db } from '@hengjuan/db'
import type { ResultHead, ResultSummary } from '../score/index.ts'

/** More than these nobody compares. @source reports P25 */
const NEWEST = 8

/** What somebody, or a class, got in an exam. */
export interface ExamStanding {
  exam: {
    id: number
    name: string
    type: number
    start_date: string
    school_id: number
    grade_id: number
  }
  head: ResultHead
  summaries: ResultSummary[]
}

/** By which version, and whether only what teachers have been told. */
export interface Told {
  version: 'student' | 'staff'
  teachersOnly: boolean
}

const examsOf = (db: Db, told: Told) =>
  db
    .selectFrom('exam')
    .innerJoin('exam_result_head', (join) =>
      join.onRef(
        'exam_result_head.snapshot_id',
        '=',
        told.version === 'student' ? 'exam.student_snapshot_id' : 'exam.published_snapshot_id',
      ),
    )
    .where('exam.deleted_at', 'is', null)
    .$if(told.teachersOnly, (query) => query.where('exam.teachers_told', '=', 1))
    .select(['exam.id', 'exam.name', 'exam.type', 'exam.start_date', 'exam.school_id'])
    .select(['exam.grade_id', 'exam_result_head.head', 'exam_result_head.snapshot_id'])
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .limit(NEWEST)

/** The newest exams of a student, the oldest of them first. */
export async function selectOfStudent(
  db: Db,
  studentId: number,
  told: Told,
): Promise<ExamStanding[]> {
  const rows = await examsOf(db, told)
    .innerJoin('exam_result', (join) =>
      join
        .onRef('exam_result.snapshot_id', '=', 'exam_result_head.snapshot_id')
        .onRef('exam_result.class_id', '=', 'exam_result_head.class_id'),
    )
    .where('exam_result.student_id', '=', studentId)
    .select('exam_result.summary')
    .execute()
  return rows.reverse().map(({ head, summary, snapshot_id: _snapshot, ...exam }) => ({
    exam,
    head: JSON.parse(head) as ResultHead,
    summaries: [JSON.parse(summary) as ResultSummary],
  }))
}

/** The same of a class, with what each of its students got. */
export async function selectOfClass(db: Db, classId: number, told: Told): Promise<ExamStanding[]> {
  const rows = await examsOf(db, told).where('exam_result_head.class_id', '=', classId).execute()
  const standings: ExamStanding[] = []
  for (const { head, snapshot_id: snapshotId, ...exam } of rows.reverse()) {
    const results = await db
      .selectFrom('exam_result')
      .where('snapshot_id', '=', snapshotId)
      .where('class_id', '=', classId)
      .select('summary')
      .execute()
    standings.push({
      exam,
      head: JSON.parse(head) as ResultHead,
      summaries: results.map(({ summary }) => JSON.parse(summary) as ResultSummary),
    })
  }
  return standings
}
