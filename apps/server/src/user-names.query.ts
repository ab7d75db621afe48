import { type Db, isOneOf } from '@hengjuan/db'

/** Names of people by id; the machine has none. */
export async function selectUserNames(
  db: Db,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].flatMap((id) => id ?? [])
  if (wanted.length === 0) return new Map()
  const people = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', wanted))
    .execute()
  return new Map(people.map(({ id, name }) => [id, name]))
}
