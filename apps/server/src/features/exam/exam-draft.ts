import type { examDrafts, examDraftSave, InputOf, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'

type Draft = ReplyOf<typeof examDrafts>[number]

/** Exams of a school that are not created yet, the latest first. */
export async function selectDrafts(db: Db, schoolId: number): Promise<Draft[]> {
  const rows = await db
    .selectFrom('exam_draft')
    .innerJoin('user', 'user.id', 'exam_draft.by_id')
    .where('exam_draft.school_id', '=', schoolId)
    .select([
      'exam_draft.id',
      'exam_draft.name',
      'exam_draft.body',
      'exam_draft.at',
      'exam_draft.version',
      'user.name as by_name',
    ])
    .orderBy('exam_draft.at', 'desc')
    .execute()
  return rows.map(({ id, body, ...row }) => ({
    draft_id: id,
    body: JSON.parse(body) as Draft['body'],
    ...row,
  }))
}

/** @throws AppError NOT_FOUND, VERSION_CONFLICT where somebody else saved it meanwhile */
export async function saveDraft(
  db: Db,
  who: { schoolId: number; userId: number; at: string },
  { draft_id: id, version = 0, body }: InputOf<typeof examDraftSave>['body'],
): Promise<{ draft_id: number; version: number }> {
  const values = {
    name: body.name.trim(),
    body: JSON.stringify(body),
    by_id: who.userId,
    at: who.at,
    version: version + 1,
  }
  if (id === undefined) {
    const made = await db
      .insertInto('exam_draft')
      .values({ school_id: who.schoolId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { draft_id: made.id, version: values.version }
  }
  const saved = await db
    .updateTable('exam_draft')
    .set(values)
    .where('id', '=', id)
    .where('school_id', '=', who.schoolId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (saved) return { draft_id: id, version: values.version }
  const drafts = await selectDrafts(db, who.schoolId)
  if (!drafts.some(({ draft_id }) => draft_id === id))
    throw new AppError('NOT_FOUND', { what: '考试草稿' })
  throw new AppError('VERSION_CONFLICT', { what: '考试草稿' })
}

/** @throws AppError NOT_FOUND */
export async function deleteDraft(db: Db, schoolId: number, draftId: number): Promise<void> {
  const gone = await db
    .deleteFrom('exam_draft')
    .where('id', '=', draftId)
    .where('school_id', '=', schoolId)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new AppError('NOT_FOUND', { what: '考试草稿' })
}
