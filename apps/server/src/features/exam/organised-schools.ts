import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { findRegion, schoolsOfRegion } from '../../http/region-reach.ts'
import type { Session } from '../../http/session.ts'
import type { ExamSchoolState } from '../roster/index.ts'
import { listed, schoolOf } from '../school/index.ts'

/**
 * Schools of a new exam. The own school and those in the region of a bureau are in at once; a school that another
 * one invites says so itself, with the first candidate that it enrols.
 *
 * @throws AppError SCHOOL_NOT_FOUND
 */
export async function organisedSchools(
  db: Db,
  session: Session,
  jointIds: readonly number[] = [],
): Promise<{ id: number; state: ExamSchoolState }[]> {
  const ownId = schoolOf(session)
  const wanted = [...new Set([ownId, ...jointIds])]
  const rows = await db
    .selectFrom('school')
    .where('id', 'in', listed(wanted))
    .where('closed_at', 'is', null)
    .select(['id', 'kind'])
    .execute()
  const schools = new Set(rows.flatMap(({ id, kind }) => (kind === 'school' ? [id] : [])))
  const unknown = jointIds.find((id) => !schools.has(id))
  if (unknown !== undefined) throw new AppError('SCHOOL_NOT_FOUND', { schoolId: unknown })
  const region = await findRegion(db, session)
  const below = new Set(
    region
      ? (await schoolsOfRegion(db, region).select('school.id').execute()).map(({ id }) => id)
      : [],
  )
  return wanted
    .filter((id) => schools.has(id))
    .map((id) => ({ id, state: id === ownId || below.has(id) ? 'editing' : 'invited' }))
}
