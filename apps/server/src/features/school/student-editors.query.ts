import type { Db } from '@hengjuan/db'
import type { Editor } from '../../import/define-import.ts'

/** Who last changed each student of a school by hand since then. */
export async function selectStudentEditors(
  db: Db,
  schoolId: number,
  since: string,
): Promise<Map<number, Editor>> {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('user', 'user.id', 'audit.user_id')
    .where('audit.school_id', '=', schoolId)
    .where('audit.at', '>=', since)
    .where('audit.action', '=', 'student-update')
    .select(['audit.at', 'audit.object', 'user.name'])
    .orderBy('audit.id')
    .execute()
  return new Map(
    rows.map(({ object, name, at }) => [Number(object.slice('student:'.length)), { name, at }]),
  )
}
