import {
  type Db,
  hasAny,
  isOneOf,
  type Listed,
  readTogether,
  type ReadTogether,
} from '@hengjuan/db'
import {
  type EligibilityPolicy,
  avoidsOwnClass,
  avoidsOwnSchool,
  mayDo,
  type ReadingBar,
  readingBar,
  type Role,
} from '@hengjuan/domain'
import type { BlockPageSettings, BlockRow } from '../../marking-core/index.ts'

/** What of a block's rules says who may read which paper. */
interface EligibilityRules {
  block: Pick<
    BlockRow,
    | 'id'
    | 'exam_id'
    | 'subject_id'
    | 'avoid_own_class'
    | 'marker_count'
    | 'is_joint'
    | 'has_relatives'
    | 'has_released'
  >
  settings: Pick<BlockPageSettings, 'scope' | 'avoidOwnSchool' | 'schoolGroups'>
}

export const eligibilityOf = ({ block, settings }: EligibilityRules): EligibilityPolicy => ({
  scope: settings.scope,
  avoidOwnClass: block.avoid_own_class === null ? null : block.avoid_own_class === 1,
  markerCount: block.marker_count,
  avoidOwnSchool: settings.avoidOwnSchool,
  isJoint: block.is_joint === 1,
  groups: settings.schoolGroups,
  hasReleased: block.has_released === 1,
})

/** An ask of a marker in a block. */
interface BarAsk {
  rules: EligibilityRules
  markerId: number
}

/** Whom it has to be asked of: only as much as the rules of their blocks look at. */
export function barLists(asks: readonly BarAsk[]) {
  const avoiding = asks.filter(({ rules }) => avoidsOwnClass(eligibilityOf(rules)))
  const bySchool = asks.filter(({ rules }) => asksForOwnSchool(eligibilityOf(rules)))
  const related = asks.filter(({ rules }) => rules.block.has_relatives === 1)
  return {
    teachers: idsOf(avoiding),
    taughtSubjects: [...new Set(avoiding.map(({ rules }) => rules.block.subject_id))],
    schoolPeople: idsOf(bySchool),
    related: idsOf(related),
  }
}

type BarLists = ReturnType<typeof barLists>

/** What says whom markers are kept from. */
export const barQueries = (
  db: Db,
  { teachers, taughtSubjects, schoolPeople, related }: { [K in keyof BarLists]: Listed<number> },
) => ({
  teaching: hasAny(teachers) ? teachingOf(db, teachers, taughtSubjects) : undefined,
  ownRoles: hasAny(schoolPeople) ? schoolRolesOf(db, schoolPeople) : undefined,
  relatives: hasAny(related) ? relativesOf(db, related) : undefined,
})

/** Are those among these whom `barQueries` asks about, by the rules of theirs? */
export function coversBars(asked: readonly BarAsk[], needed: readonly BarAsk[]): boolean {
  const known = new Set(asked.flatMap(askedOf))
  return needed.flatMap(askedOf).every((key) => known.has(key))
}

const askedOf = ({ rules, markerId }: BarAsk): string[] => {
  const { block } = rules
  const policy = eligibilityOf(rules)
  return [
    ...(avoidsOwnClass(policy) ? [`class ${block.subject_id} ${markerId}`] : []),
    ...(asksForOwnSchool(policy) ? [`school ${markerId}`] : []),
    ...(block.has_relatives === 1 ? [`relative ${markerId}`] : []),
  ]
}

/** What each marker is never given in a block. @source domain rules 4.4 */
export function barsFrom(
  read: ReadTogether<ReturnType<typeof barQueries>>,
): (rules: EligibilityRules, markerId: number) => ReadingBar {
  const classes = Map.groupBy(read.teaching, (row) => `${row.subject_id} ${row.user_id}`)
  const schools = ownSchoolsFrom(read.ownRoles)
  const relatives = Map.groupBy(read.relatives, (row) => `${row.exam_id} ${row.user_id}`)
  return (rules, markerId) => {
    const { subject_id, exam_id } = rules.block
    return readingBar(eligibilityOf(rules), markerId, {
      classIds: classes.get(`${subject_id} ${markerId}`)?.map(({ class_id }) => class_id) ?? [],
      schoolIds: schools.get(markerId) ?? [],
      relativeIds:
        relatives.get(`${exam_id} ${markerId}`)?.map(({ candidate_id }) => candidate_id) ?? [],
    })
  }
}

/** The same, read at once. */
export const barsOf = async (
  db: Db,
  asks: readonly BarAsk[],
): Promise<ReturnType<typeof barsFrom>> =>
  barsFrom(await readTogether(db, barQueries(db, barLists(asks))))

/** Classes that people teach in some subjects. */
const teachingOf = (db: Db, userIds: Listed<number>, subjectIds: Listed<number>) =>
  db
    .selectFrom('teaching')
    .select(['user_id', 'class_id', 'subject_id'])
    .where(isOneOf(db, 'user_id', userIds))
    .where(isOneOf(db, 'subject_id', subjectIds))

/** The candidates whom people are kept from. */
const relativesOf = (db: Db, userIds: Listed<number>) =>
  db
    .selectFrom('avoided_pair')
    .select(['exam_id', 'user_id', 'candidate_id'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('removed_at', 'is', null)

const idsOf = (asks: readonly { markerId: number }[]): number[] => [
  ...new Set(asks.map(({ markerId }) => markerId)),
]

/** Does it matter of which school or class a paper is? */
export const goesByOrigin = (policy: EligibilityPolicy): boolean =>
  policy.scope !== 'mixed' || avoidsOwnSchool(policy) || avoidsOwnClass(policy)

const asksForOwnSchool = (policy: EligibilityPolicy): boolean =>
  policy.scope === 'own_school' || avoidsOwnSchool(policy)

/** The schools of the roles by which people mark. */
export async function selectOwnSchools(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, number[]>> {
  return userIds.length === 0
    ? new Map()
    : ownSchoolsFrom(await schoolRolesOf(db, userIds).execute())
}

const schoolRolesOf = (db: Db, userIds: Listed<number>) =>
  db
    .selectFrom('user_role')
    .select(['user_id', 'school_id', 'role'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('school_id', 'is not', null)

function ownSchoolsFrom(
  rows: readonly { user_id: number; school_id: number | null; role: string }[],
): Map<number, number[]> {
  const marking = rows.filter(({ role }) => mayDo(role as Role, 'marking.mark'))
  return new Map(
    [...Map.groupBy(marking, ({ user_id }) => user_id)].map(([id, list]) => [
      id,
      [...new Set(list.flatMap(({ school_id }) => school_id ?? []))],
    ]),
  )
}
