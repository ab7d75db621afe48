import type { Tables } from '@hengjuan/db'
import { AppError, askedUnit, subjectName } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { Act } from '../../http/audit.ts'
import { refuseIfPublished } from '../scan/index.ts'
import { askUnits } from './ask-units.ts'
import { selectWithoutSheet } from './exam-ask.query.ts'

/**
 * Sends each school, or class of an exam of one school, its list of candidates without a sheet.
 *
 * @throws AppError SCAN_SHEET_PUBLISHED, EXAM_ASK_NOBODY, EXAM_ASK_DEADLINE
 */
export async function askAbsences(
  act: Act,
  exam: Selectable<Tables['exam']>,
  asked: { subject_id: number; school_ids?: number[]; deadline?: string | null },
): Promise<{ asked: number; recipients: number }> {
  const { db } = act.services
  await refuseIfPublished(db, exam.id)
  const subject = await db
    .selectFrom('subject')
    .where('id', '=', asked.subject_id)
    .select(['id', 'name'])
    .executeTakeFirst()
  if (!subject)
    throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: `（编号 ${asked.subject_id}）` })
  const people = await selectWithoutSheet(db, exam.id, subject.id)
  const isClass = askedUnit(exam.scope) === 'class'
  const ids = people
    .filter(({ school_id }) => asked.school_ids?.includes(school_id) ?? true)
    .map(({ class_id, school_id }) => (isClass ? class_id : school_id))
  return askUnits(act, {
    exam,
    kind: 'absence',
    subject: {
      id: subject.id,
      name: subjectName(subject.id, exam.grade_id, { [subject.id]: subject.name }),
    },
    unitIds: [...new Set(ids)],
    deadline: asked.deadline ?? null,
  })
}
