import { type Db, isOneOf } from '@hengjuan/db'
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

/**
 * What each marker is never given in a block. Only as much is read as the rules of their blocks look at.
 *
 * @source domain rules 4.4
 */
export async function barsOf(
  db: Db,
  asks: readonly BarAsk[],
): Promise<(rules: EligibilityRules, markerId: number) => ReadingBar> {
  const avoiding = asks.filter(({ rules }) => avoidsOwnClass(eligibilityOf(rules)))
  const bySchool = asks.filter(({ rules }) => asksForOwnSchool(eligibilityOf(rules)))
  const related = asks.filter(({ rules }) => rules.block.has_relatives === 1)
  const subjects = [...new Set(avoiding.map(({ rules }) => rules.block.subject_id))]
  const teaching = avoiding.length === 0 ? [] : await selectTeaching(db, idsOf(avoiding), subjects)
  const schools = await selectOwnSchools(db, idsOf(bySchool))
  const pairs = related.length === 0 ? [] : await selectRelatives(db, idsOf(related))
  const classes = Map.groupBy(teaching, (row) => `${row.subject_id} ${row.user_id}`)
  const relatives = Map.groupBy(pairs, (row) => `${row.exam_id} ${row.user_id}`)
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

/** Classes that people teach in some subjects. */
const selectTeaching = (db: Db, userIds: readonly number[], subjectIds: readonly number[]) =>
  db
    .selectFrom('teaching')
    .select(['user_id', 'class_id', 'subject_id'])
    .where(isOneOf(db, 'user_id', userIds))
    .where(isOneOf(db, 'subject_id', subjectIds))
    .execute()

/** The candidates whom people are kept from. */
const selectRelatives = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('avoided_pair')
    .select(['exam_id', 'user_id', 'candidate_id'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('removed_at', 'is', null)
    .execute()

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
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_role')
    .select(['user_id', 'school_id', 'role'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('school_id', 'is not', null)
    .execute()
  const marking = rows.filter(({ role }) => mayDo(role as Role, 'marking.mark'))
  return new Map(
    [...Map.groupBy(marking, ({ user_id }) => user_id)].map(([id, list]) => [
      id,
      [...new Set(list.flatMap(({ school_id }) => school_id ?? []))],
    ]),
  )
}
