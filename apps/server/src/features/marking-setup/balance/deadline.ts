import { type Db, lockRows } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Clock } from '../../../clock.ts'
import {
  type BlockRow,
  lockAllocation,
  selectBlockRules,
  storedSettings,
} from '../../marking-core/index.ts'

/** When the marking of a block is to be done, UTC: its own time, else that of its subject; null for none. */
export const deadlineOf = (
  block: Pick<BlockRow, 'settings'>,
  subjectDeadline: string | null,
): string | null => storedSettings(block).deadline ?? subjectDeadline

/** The same for its markers, with how far off it is by the clock of the server. */
export async function dueOf(
  { db, clock }: { db: Db; clock: Clock },
  block: Pick<BlockRow, 'settings' | 'exam_id' | 'subject_id'>,
): Promise<Due> {
  const own = deadlineOf(block, null)
  return dueAt(own ?? (await selectSubjectDeadline(db, block.exam_id, block.subject_id)), clock)
}

/** Milliseconds are below zero once the time is past. */
interface Due {
  deadline: string | null
  due_in_ms: number | null
}

export const dueAt = (deadline: string | null, clock: Clock): Due => ({
  deadline,
  due_in_ms: deadline === null ? null : Date.parse(deadline) - clock.now().getTime(),
})

/** When the marking of all blocks of a subject is to be done, but for those with a time of their own. */
export async function selectSubjectDeadline(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('exam_subject')
    .select('marking_deadline')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return row.marking_deadline
}

const sameTime = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : Date.parse(a) === Date.parse(b)

/**
 * @param seen what whoever changes it saw; what somebody else set since stays
 * @returns what it was before
 * @throws AppError SUBJECT_SETTINGS_CHANGED
 */
export async function changeSubjectDeadline(
  db: Db,
  examId: number,
  subjectId: number,
  deadline: string | null,
  seen?: string | null,
): Promise<string | null> {
  await lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .select('subject_id')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId),
  ).execute()
  const before = await selectSubjectDeadline(db, examId, subjectId)
  if (seen !== undefined && !sameTime(before, seen) && !sameTime(before, deadline))
    throw new AppError('SUBJECT_SETTINGS_CHANGED', { setting: '科目阅卷期限' })
  await db
    .updateTable('exam_subject')
    .set({ marking_deadline: deadline === null ? null : new Date(deadline).toISOString() })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .execute()
  return before
}

/**
 * The same for a block: a time of its own, null to go by its subject's.
 *
 * @throws AppError MARKING_SETTINGS_CHANGED
 */
export async function changeBlockDeadline(
  db: Db,
  blockId: number,
  deadline: string | null,
  seen?: string | null,
): Promise<string | null> {
  // The settings are written as a whole.
  await lockAllocation(db, blockId)
  const { block, settings } = await selectBlockRules(db, blockId)
  const before = settings.deadline
  if (seen !== undefined && !sameTime(before, seen) && !sameTime(before, deadline))
    throw new AppError('MARKING_SETTINGS_CHANGED', { block: block.name })
  await db
    .updateTable('block')
    .set({
      settings: JSON.stringify({
        ...(JSON.parse(block.settings) as object),
        deadline: deadline === null ? null : new Date(deadline).toISOString(),
      }),
    })
    .where('id', '=', blockId)
    .execute()
  return before
}
