import type { Db, Tables } from '@hengjuan/db'
import { audienceOf, isSameCohort } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { examView, type ExamView } from '../../../http/exam-view.ts'
import type { Session } from '../../../http/session.ts'

/** An earlier exam of the same year group that the caller may be told of. */
export interface EarlierHead {
  examId: number
  name: string
  startDate: string
  snapshotId: number
  /** Schools whose candidates count there. */
  schools: ExamView['named']
  /** Lines that were set for it as scores, where a report reads them. */
  lines?: { name: string; total_milli: number | null }[]
}

/** More than this nobody looks through; the newest are offered. */
const MOST_OFFERED = 12
const MOST_LOOKED_AT = 60

type Exam = Pick<Selectable<Tables['exam']>, 'id' | 'school_id' | 'grade_id' | 'start_date'>

/**
 * Earlier exams to compare with, the newest first: of whoever holds the exam and of the own school, released to the
 * caller, sat by the same year group. Bureaus compare no people, so they are offered none.
 *
 * @source domain rules 15
 */
export async function selectEarlier(
  db: Db,
  exam: Exam,
  view: ExamView,
  session: Pick<Session, 'schoolId' | 'role' | 'scopeLevel'>,
): Promise<EarlierHead[]> {
  if (view.named !== 'all' && view.named.length === 0) return []
  const ownId = session.schoolId ?? exam.school_id
  const rows = await db
    .selectFrom('exam')
    .where('deleted_at', 'is', null)
    .where('published_snapshot_id', 'is not', null)
    .where('id', '<>', exam.id)
    .where((where) =>
      where.or([
        where('start_date', '<', exam.start_date),
        where.and([where('start_date', '=', exam.start_date), where('id', '<', exam.id)]),
      ]),
    )
    .where((where) =>
      where.or([
        where('school_id', 'in', [exam.school_id, ownId]),
        where.exists(
          where
            .selectFrom('exam_school')
            .whereRef('exam_school.exam_id', '=', 'exam.id')
            .where('exam_school.school_id', '=', ownId)
            .select('exam_school.exam_id'),
        ),
      ]),
    )
    .select(['id', 'name', 'school_id', 'grade_id', 'start_date', 'scope', 'peer_names'])
    .select(['published_snapshot_id', 'teachers_told'])
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LOOKED_AT)
    .execute()
  const found: EarlierHead[] = []
  for (const row of rows) {
    if (found.length === MOST_OFFERED) break
    const [then, now] = [row, exam].map((one) => ({
      gradeId: one.grade_id,
      startDate: one.start_date,
    }))
    if (!isSameCohort(then!, now!)) continue
    if (audienceOf(session.role) === 'teachers' && row.teachers_told === 0) continue
    const own = await examView(db, session, row)
    if (!own || (own.named !== 'all' && own.named.length === 0)) continue
    found.push({
      examId: row.id,
      name: row.name,
      startDate: row.start_date,
      snapshotId: row.published_snapshot_id ?? 0,
      schools: own.named,
    })
  }
  return found
}
