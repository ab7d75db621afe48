import type { Tables } from '@hengjuan/db'
import { AppError, askedUnit, EXAM_ASKS, type ExamAskKind } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { notify } from '../notice/index.ts'
import { selectAnswerers, writeAsks } from './exam-ask.query.ts'

interface Asking {
  exam: Selectable<Tables['exam']>
  kind: ExamAskKind
  /** With its name, of what is asked by subject. */
  subject: { id: number; name: string } | null
  unitIds: readonly number[]
  deadline: string | null
}

/**
 * Asks classes or schools to look something through, and tells whoever answers for them. In one transaction.
 *
 * @throws AppError EXAM_ASK_NOBODY without anybody to ask, EXAM_ASK_DEADLINE
 */
export async function askUnits(
  act: Act,
  { exam, kind, subject, unitIds, deadline }: Asking,
): Promise<{ asked: number; recipients: number }> {
  const { services, session } = act
  const at = isoNow(services.clock)
  if (unitIds.length === 0) throw new AppError('EXAM_ASK_NOBODY')
  if (deadline !== null && !(Date.parse(deadline) > Date.parse(at)))
    throw new AppError('EXAM_ASK_DEADLINE')
  const unit = askedUnit(exam.scope)
  const { label, asks } = EXAM_ASKS[kind]
  return services.db.transaction().execute(async (db) => {
    await writeAsks(
      db,
      { examId: exam.id, kind, subjectId: subject?.id ?? null, unit },
      { unitIds, byId: session.userId, at, deadline: deadline && new Date(deadline).toISOString() },
    )
    const answerers = await selectAnswerers(db, unit, unitIds)
    const recipients = await notify(db, services, {
      kind: 'marking',
      to: [...answerers.values()].flat(),
      title: `「${exam.name}」${subject?.name ?? ''}${label}`,
      text: asks,
      link: '/exam-asks',
      examId: exam.id,
      schoolId: exam.school_id,
      fromId: session.userId,
    })
    await audit(db, act, {
      action: 'exam-ask',
      object: `exam:${exam.id}${subject ? `/${subject.id}` : ''}`,
      after: { title: label, units: unitIds.length, recipients },
    })
    return { asked: unitIds.length, recipients }
  })
}
