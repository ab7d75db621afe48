import type { District } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { findRegion, type RegionalCaller, schoolsOfRegion } from '../../http/region-reach.ts'

/**
 * Regions within reach of the current role, the higher ones first, with how many schools lie in each and below. A
 * region of which nobody knows the name is none of them; its schools count for those above.
 */
export async function selectRegions(
  db: Db,
  caller: RegionalCaller,
  { root, all }: { root: number | undefined; all: boolean },
): Promise<District[]> {
  const reach = await findRegion(db, caller)
  if (!reach) return []
  const schools = await schoolsOfRegion(db, reach)
    .where('school.closed_at', 'is', null)
    .select(['school.province_id', 'school.city_id', 'school.district_id'])
    .execute()
  const rows = await db
    .selectFrom('region')
    .select(['id', 'parent_id', 'level', 'name'])
    .orderBy('level')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isIn = (id: number | null, top: number): boolean =>
    id !== null && (id === top || isIn(byId.get(id)?.parent_id ?? null, top))
  const top = root ?? reach.id
  return rows
    .filter(({ id }) => isIn(id, reach.id) && isIn(id, top))
    .filter(({ id, parent_id }) => all || parent_id === top || id === top)
    .map((row) => ({
      ...row,
      schools: schools.filter((school) =>
        [school.province_id, school.city_id, school.district_id].includes(row.id),
      ).length,
    }))
}
