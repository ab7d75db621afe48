import type { Db, Tables } from '@hengjuan/db'
import { AppError, subjectName } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { minutesFrom } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { assertNameFree } from './create-exam.ts'
import { selectExamSubjects } from './exam.query.ts'

const KEPT_DAYS = 30
const DAY_MINUTES = 24 * 60

/** What is thrown away before this time is gone for good. */
export const restorableSince = ({ clock }: Pick<Services, 'clock'>): string =>
  minutesFrom(clock, -KEPT_DAYS * DAY_MINUTES)

/** What goes into the bin with an exam. */
export async function contentOfExam(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  exam: Pick<Selectable<Tables['exam']>, 'id' | 'grade_id'>,
) {
  const count = async (table: 'candidate' | 'answer_sheet' | 'imported_score') => {
    const { n } = await db
      .selectFrom(table)
      .where('exam_id', '=', exam.id)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  const subjects = await selectExamSubjects(db, [exam.id])
  return {
    subjects: subjects.map(({ subject_id: id, name }) =>
      subjectName(id, exam.grade_id, { [id]: name }),
    ),
    candidates: await count('candidate'),
    answer_sheets: await count('answer_sheet'),
    scores: await count('imported_score'),
    restore_until: minutesFrom(clock, KEPT_DAYS * DAY_MINUTES),
  }
}

/** Takes an exam out of the bin. @throws AppError EXAM_NOT_FOUND, EXAM_NAME_TAKEN */
export async function restoreExam(
  db: Db,
  services: Pick<Services, 'clock'>,
  schoolId: number,
  examId: number,
): Promise<{ name: string }> {
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .where('school_id', '=', schoolId)
    .where('deleted_at', '>=', restorableSince(services))
    .select(['id', 'name'])
    .executeTakeFirst()
  if (!exam) throw new AppError('EXAM_NOT_FOUND', { examId })
  await assertNameFree(db, schoolId, exam.name)
  await db
    .updateTable('exam')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', examId)
    .execute()
  return { name: exam.name }
}
