import type { examCreate, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type ComboScheme, sessionProblem, subjectName } from '@hengjuan/domain'
import { combosAt } from '../school/index.ts'
import { selectExamSubjects } from './exam.query.ts'

type Sessions = NonNullable<InputOf<typeof examCreate>['body']['sessions']>

interface TimedExam {
  id: number
  school_id: number
  grade_id: number
  scope: string
}

/** Senior grades, where joint exams are held for schools that let students choose. */
const FIRST_SENIOR_GRADE = 10

/**
 * Says when each subject of an exam is sat; who is not named has no time.
 *
 * @throws AppError SUBJECT_NOT_IN_EXAM, EXAM_SESSIONS_INVALID
 */
export async function setSessions(db: Db, exam: TimedExam, sessions: Sessions): Promise<void> {
  const subjects = await selectExamSubjects(db, [exam.id])
  const nameOf = (id: number) =>
    subjectName(id, exam.grade_id, {
      [id]: subjects.find(({ subject_id }) => subject_id === id)?.name ?? `（编号 ${id}）`,
    })
  const strange = sessions.find(
    (one) => !subjects.some(({ subject_id }) => subject_id === one.subject_id),
  )
  if (strange)
    throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: nameOf(strange.subject_id) })
  const problem = sessionProblem(sessions, await schemeOf(db, exam), nameOf)
  if (problem !== null) throw new AppError('EXAM_SESSIONS_INVALID', { problem })
  for (const { subject_id } of subjects) {
    const session = sessions.find((one) => one.subject_id === subject_id)
    await db
      .updateTable('exam_subject')
      .set({
        starts_at: session ? new Date(session.starts_at).toISOString() : null,
        ends_at: session ? new Date(session.ends_at).toISOString() : null,
      })
      .where('exam_id', '=', exam.id)
      .where('subject_id', '=', subject_id)
      .execute()
  }
}

/** A bureau has no scheme of its own; most of its schools follow 3+1+2. */
async function schemeOf(db: Db, exam: TimedExam): Promise<ComboScheme> {
  if (exam.scope === 'joint' && exam.grade_id >= FIRST_SENIOR_GRADE) return '3+1+2'
  return (await combosAt(db, exam.school_id)).scheme
}
