import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { ExamView } from '../../../http/exam-view.ts'

interface Exam {
  id: number
  published_snapshot_id: number | null
  published_at: string | null
}

/** The released version of an exam, or the one asked for. */
export const findVersion = (db: Db, exam: Exam, version: number | undefined) =>
  db
    .selectFrom('snapshot')
    .where('exam_id', '=', exam.id)
    .$if(version === undefined, (query) => query.where('id', '=', exam.published_snapshot_id ?? -1))
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? -1))
    .select(['id', 'version', 'manifest'])
    .executeTakeFirst()

/** The version to compare with: the one asked for, or the last before. @throws AppError VERSION_GONE */
export async function findEarlier(
  db: Db,
  exam: Exam,
  version: number,
  from: number | undefined,
): Promise<number | null> {
  const found = await db
    .selectFrom('snapshot')
    .where('exam_id', '=', exam.id)
    .where('version', from === undefined ? '<' : '=', from ?? version)
    .select('id')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found && from !== undefined) throw new AppError('VERSION_GONE', { version: from })
  return found?.id ?? null
}

/** All versions, the newest first. */
export async function selectVersions(db: Db, exam: Exam) {
  const rows = await db
    .selectFrom('snapshot')
    .where('exam_id', '=', exam.id)
    .select(['id', 'version'])
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ id, version }) => {
    const isCurrent = id === exam.published_snapshot_id
    return { version, published_at: isCurrent ? exam.published_at : null, is_current: isCurrent }
  })
}

/** Names of the districts and cities that schools lie in, by id. */
export async function selectRegionNames(
  db: Db,
  // Versions from before schools were kept have none.
  schools: readonly { districtId: number | null; cityId: number | null }[] = [],
): Promise<Record<number, string>> {
  const ids = new Set(schools.flatMap(({ districtId, cityId }) => [districtId ?? 0, cityId ?? 0]))
  ids.delete(0)
  if (ids.size === 0) return {}
  const rows = await db
    .selectFrom('region')
    .where('id', 'in', [...ids])
    .select(['id', 'name'])
    .execute()
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Schools that were asked to take part and have nobody in a version, of those that the caller is shown by name. */
export async function selectMissingSchools(
  db: Db,
  examId: number,
  present: readonly { id: number }[],
  { side, schools }: ExamView,
): Promise<string[]> {
  if (side !== 'organiser' && side !== 'region') return []
  const rows = await db
    .selectFrom('exam_school')
    .innerJoin('school', 'school.id', 'exam_school.school_id')
    .where('exam_school.exam_id', '=', examId)
    .where('exam_school.state', '<>', 'declined')
    .select(['school.id', 'school.name'])
    .orderBy('school.name')
    .execute()
  const known = new Set(present.map(({ id }) => id))
  return rows.flatMap(({ id, name }) =>
    known.has(id) || (schools !== 'all' && !schools.includes(id)) ? [] : [name],
  )
}
