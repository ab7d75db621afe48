import { type Db, isOneOf } from '@hengjuan/db'
import { shownNames } from '@hengjuan/domain'
import { sql } from 'kysely'

const ownName = sql<string>`coalesce("user".own_name, "user".name)`

/**
 * Keeps in `user.name` what tells people from namesakes in the same lists; whoever reads a name gets it without
 * asking. To be called where people come into lists: when they are added, renamed, or assigned to a block.
 */
export async function tellApart(db: Db, userIds: readonly number[]): Promise<void> {
  const named = await db
    .selectFrom('user')
    .where(isOneOf(db, 'user.id', userIds))
    .select(ownName.as('name'))
    .execute()
  await tellNamesApart(db, [...new Set(named.map(({ name }) => name))])
}

/** @param names as registered */
export async function tellNamesApart(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const people = await db
    .selectFrom('user')
    .leftJoin('school', 'school.id', 'user.school_id')
    .where('user.student_id', 'is', null)
    .where((eb) => eb.or([isOneOf(db, 'user.name', names), isOneOf(db, 'user.own_name', names)]))
    .select(['user.id', 'user.account', 'user.name as shown', ownName.as('name')])
    .select((eb) => eb.fn.coalesce('school.short_name', sql<string>`''`).as('school'))
    // Two who write at once wait for each other in one direction.
    .orderBy('user.id')
    .execute()
  const places = await selectPlaces(db, shared(people))
  const shown = shownNames(people, (a, b) => {
    const others = places.get(b.id)
    return [...(places.get(a.id) ?? [])].some((schoolId) => others?.has(schoolId))
  })
  for (const person of people) {
    const name = shown.get(person.id) ?? person.name
    if (name !== person.shown)
      await db
        .updateTable('user')
        .set({ name, own_name: name === person.name ? null : person.name })
        .where('id', '=', person.id)
        .execute()
  }
}

const shared = (people: readonly { id: number; name: string }[]): number[] =>
  [...Map.groupBy(people, ({ name }) => name).values()]
    .filter((namesakes) => namesakes.length > 1)
    .flatMap((namesakes) => namesakes.map(({ id }) => id))

/** The schools in whose lists people stand: their own, and those whose exams they mark. */
async function selectPlaces(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, Set<number | null>>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_role')
    .where(isOneOf(db, 'user_id', userIds))
    .where('school_id', 'is not', null)
    .select(['user_id', 'school_id'])
    .union(
      db
        .selectFrom('block_marker')
        .innerJoin('block', 'block.id', 'block_marker.block_id')
        .innerJoin('exam', 'exam.id', 'block.exam_id')
        .where(isOneOf(db, 'block_marker.user_id', userIds))
        .select(['block_marker.user_id', 'exam.school_id']),
    )
    .execute()
  const places = new Map<number, Set<number | null>>()
  for (const { user_id, school_id } of rows)
    places.set(user_id, (places.get(user_id) ?? new Set()).add(school_id))
  return places
}
