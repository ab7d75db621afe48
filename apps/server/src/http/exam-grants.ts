import type { Db } from '@hengjuan/db'
import type { ExamAdminMay, ExamGrant, ScopeList } from '@hengjuan/domain'

/** What somebody may do in single exams, in the roles that they hold at a school. */
export async function selectGrants(
  db: Db,
  { userId, schoolId }: { userId: number; schoolId: number | null },
): Promise<ExamGrant[]> {
  if (schoolId === null) return []
  const rows = await db
    .selectFrom('exam_admin')
    .innerJoin('exam', 'exam.id', 'exam_admin.exam_id')
    .where('exam_admin.user_id', '=', userId)
    .where('exam_admin.school_id', '=', schoolId)
    .where('exam.deleted_at', 'is', null)
    .select(['exam_admin.exam_id', 'exam_admin.subject_ids', 'exam_admin.may'])
    .orderBy('exam_admin.exam_id')
    .execute()
  return rows.map((row) => ({
    examId: row.exam_id,
    subjects: JSON.parse(row.subject_ids) as ScopeList<number>,
    may: JSON.parse(row.may) as ExamAdminMay[],
  }))
}
