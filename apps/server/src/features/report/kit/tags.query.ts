import type { Db } from '@hengjuan/db'

/** Knowledge points of questions, by subject and number: they lie beside the scores, not in them. @source reports 2.1 (2) */
export type KnowledgeTags = Readonly<Record<number, Readonly<Record<string, readonly string[]>>>>

export async function selectTags(db: Db, examId: number): Promise<KnowledgeTags> {
  const rows = await db
    .selectFrom('answer_sheet')
    .where('exam_id', '=', examId)
    .where('deleted_at', 'is', null)
    .select(['subject_id', 'knowledge'])
    .execute()
  const tags: Record<number, Record<string, string[]>> = {}
  for (const { subject_id, knowledge } of rows) {
    if (subject_id === null) continue
    const own = JSON.parse(knowledge) as Record<string, string[]>
    tags[subject_id] = { ...tags[subject_id], ...own }
  }
  return tags
}
