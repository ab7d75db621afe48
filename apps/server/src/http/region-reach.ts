import type { Db } from '@hengjuan/db'
import { isRegionalRole } from '@hengjuan/domain'
import type { Session } from './session.ts'

/** What of a session says how far a regional role reaches. */
export type RegionalCaller = Pick<Session, 'role' | 'scopeLevel' | 'schoolId'>

const REGION_COLUMNS = ['province_id', 'city_id', 'district_id'] as const
type RegionColumn = (typeof REGION_COLUMNS)[number]

/**
 * Which region of its bureau a level is held to: 3 the district, 2 the city, 1 the province, or the city where the
 * bureau names no province.
 *
 * @source platform 15; specification, section 6
 */
export function regionOfLevel(
  level: number,
  bureau: Record<RegionColumn, number | null>,
): { column: RegionColumn; id: number } | null {
  const columns: readonly RegionColumn[] =
    level === 3 ? ['district_id'] : level === 2 ? ['city_id'] : ['province_id', 'city_id']
  for (const column of level === 4 ? [] : columns) {
    const id = bureau[column]
    if (id !== null) return { column, id }
  }
  return null
}

/** The region that the current role reaches; null for roles of a school and for a bureau without one. */
export async function findRegion(db: Db, { role, scopeLevel, schoolId }: RegionalCaller) {
  if (!isRegionalRole(role) || schoolId === null) return null
  const bureau = await db
    .selectFrom('school')
    .where('id', '=', schoolId)
    .where('kind', '=', 'bureau')
    .select(REGION_COLUMNS)
    .executeTakeFirst()
  return bureau ? regionOfLevel(scopeLevel, bureau) : null
}

/** Schools of a region, open or closed; bureaus are none of them. */
export const schoolsOfRegion = (db: Db, region: { column: RegionColumn; id: number }) =>
  db
    .selectFrom('school')
    .where('school.kind', '=', 'school')
    .where(`school.${region.column}`, '=', region.id)
