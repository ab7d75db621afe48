import type { Db } from '@hengjuan/db'
import { AppError, withOverride } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { noteUndone, scoreAgain } from './edit-score.ts'
import { storedOverride } from '../score/index.ts'
import { lockedEdit, lockedSubject, storeOverrides } from './score-edit.query.ts'

/** A second person agrees to a lower score, or does not. @throws AppError, see the contract */
export async function decideEdit(
  db: Db,
  act: Act,
  input: { exam_id: number; subject_id: number; event_id: number; action: 'approve' | 'refuse' },
): Promise<'applied' | 'refused'> {
  const { services, session } = act
  const edit = await lockedEdit(db, input)
  if (edit.state !== 'pending') throw new AppError('SCORE_EDIT_SETTLED')
  if (edit.by_id === session.userId && input.action === 'approve')
    throw new AppError('MARKING_SECOND_PERSON_NEEDED')
  const state = input.action === 'approve' ? 'applied' : 'refused'
  if (state === 'applied') {
    const row = await lockedSubject(db, edit)
    const place = {
      exam_id: edit.exam_id,
      subject_id: edit.subject_id,
      candidate_id: edit.candidate_id,
    }
    await storeOverrides(
      db,
      place,
      withOverride(row.overridden, edit.target, storedOverride(edit.after)),
    )
    await noteUndone(db, act, edit.undoes_id ?? undefined)
    await scoreAgain(db, place)
  }
  await db
    .updateTable('score_edit')
    .set({ state, decided_by: session.userId, decided_at: isoNow(services.clock) })
    .where('id', '=', edit.id)
    .execute()
  await audit(db, act, {
    action: 'score-edit',
    object: `exam:${edit.exam_id}`,
    after: { event_id: edit.id, action: input.action },
  })
  return state
}
