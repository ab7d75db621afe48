import type { Db } from '@hengjuan/db'
import { classLabel, schoolYearOf } from '@hengjuan/domain'
import { listed } from '../class.query.ts'

/** How classes were called on a day: in a school year that ended as it was kept, else as they are called now. */
export async function classNamesOn(
  db: Db,
  classIds: readonly number[],
): Promise<(classId: number, day: string) => string> {
  const now = await db
    .selectFrom('class')
    .where('id', 'in', listed(classIds))
    .select(['id', 'grade_id', 'name'])
    .execute()
  const then = await db
    .selectFrom('class_year')
    .where('class_id', 'in', listed(classIds))
    .select(['class_id as id', 'year', 'grade_id', 'name'])
    .execute()
  return (classId, day) => {
    const year = schoolYearOf(day)
    const one =
      then.find((row) => row.id === classId && row.year === year) ??
      now.find((row) => row.id === classId)
    return one ? classLabel(one.grade_id, one.name) : ''
  }
}
