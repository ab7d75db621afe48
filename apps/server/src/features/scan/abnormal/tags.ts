import type { abnormalChangeTag, abnormalMarkSpecial, InputOf } from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import type { Decider } from '../decide.ts'
import { requireCandidate } from './held.query.ts'

/** Gives an answer that waits another tag. @throws AppError ABNORMAL_NOTHING_OPEN */
export const changeTag = (
  who: Decider,
  {
    abnormal_id,
    tag,
    note,
  }: Pick<InputOf<typeof abnormalChangeTag>['body'], 'abnormal_id' | 'tag' | 'note'>,
): Promise<void> =>
  transact(who.services.db, async (db) => {
    const before = await db
      .selectFrom('abnormal_block')
      .select(['tag', 'note'])
      .where('id', '=', abnormal_id)
      .where('exam_id', '=', who.examId)
      .where('subject_id', '=', who.subjectId)
      .where('decision_id', 'is', null)
      .executeTakeFirst()
    if (!before) throw new AppError('ABNORMAL_NOTHING_OPEN')
    await db
      .updateTable('abnormal_block')
      .set({ tag, note: note.trim() })
      .where('id', '=', abnormal_id)
      .execute()
    await audit(db, who, {
      action: 'scan.abnormal_tag',
      object: `abnormal-block:${abnormal_id}`,
      before,
      after: { tag, note },
    })
  })

/**
 * Marks a candidate's sheet as special, with why, or takes that back.
 *
 * @throws AppError CANDIDATE_UNKNOWN; INPUT_INVALID without a reason
 */
export const markSpecial = (
  who: Decider,
  {
    candidate_id,
    special,
    note,
  }: Pick<InputOf<typeof abnormalMarkSpecial>['body'], 'candidate_id' | 'special' | 'note'>,
): Promise<void> =>
  transact(who.services.db, async (db) => {
    await requireCandidate(db, who, candidate_id)
    const why = note.trim()
    if (special === 1 && why === '')
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'note', message: '请写明这份试卷为什么特殊' },
      ])
    const on = { candidate_id, subject_id: who.subjectId }
    await db
      .deleteFrom('special_sheet')
      .where('candidate_id', '=', candidate_id)
      .where('subject_id', '=', who.subjectId)
      .execute()
    if (special === 1)
      await db
        .insertInto('special_sheet')
        .values({
          ...on,
          exam_id: who.examId,
          note: why,
          by_id: who.session.userId,
          at: isoNow(who.services.clock),
        })
        .execute()
    await audit(db, who, {
      action: 'scan.special',
      object: `candidate:${candidate_id}`,
      after: { special, note: why },
    })
  })
