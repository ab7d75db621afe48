import { type Db, isOneOf } from '@hengjuan/db'
import {
  type EligibilityPolicy,
  avoidsOwnSchool,
  mayDo,
  type ReadingBar,
  readingBar,
  type Role,
} from '@hengjuan/domain'
import { selectOwnClasses } from './block-marker.query.ts'
import type { BlockPageSettings, BlockRow } from './block-rules.query.ts'

/** What of a block's rules says who may read which paper. */
interface EligibilityRules {
  block: Pick<
    BlockRow,
    | 'id'
    | 'exam_id'
    | 'subject_id'
    | 'avoid_own_class'
    | 'is_joint'
    | 'has_relatives'
    | 'has_released'
  >
  settings: Pick<BlockPageSettings, 'scope' | 'avoidOwnSchool' | 'schoolGroups'>
}

export const eligibilityOf = ({ block, settings }: EligibilityRules): EligibilityPolicy => ({
  scope: settings.scope,
  avoidOwnClass: block.avoid_own_class === 1,
  avoidOwnSchool: settings.avoidOwnSchool,
  isJoint: block.is_joint === 1,
  groups: settings.schoolGroups,
  hasReleased: block.has_released === 1,
})

/**
 * What each marker is never given in a block. Classes are asked for once a subject where a block avoids
 * them, schools once where a block goes by them, relatives once where an exam has any.
 *
 * @source domain rules 4.4
 */
export async function barsOf(
  db: Db,
  asks: readonly { rules: EligibilityRules; markerId: number }[],
): Promise<(rules: EligibilityRules, markerId: number) => ReadingBar> {
  const classes = new Map<string, number[]>()
  const avoiding = asks.filter(({ rules }) => rules.block.avoid_own_class === 1)
  for (const [subjectId, list] of Map.groupBy(avoiding, ({ rules }) => rules.block.subject_id))
    for (const [userId, classIds] of await selectOwnClasses(db, idsOf(list), subjectId))
      classes.set(`${subjectId} ${userId}`, classIds)
  const bySchool = asks.filter(({ rules }) => asksForOwnSchool(eligibilityOf(rules)))
  const schools = await selectOwnSchools(db, idsOf(bySchool))
  const related = asks.filter(({ rules }) => rules.block.has_relatives === 1)
  const relatives = await selectRelatives(db, related)
  return (rules, markerId) =>
    readingBar(eligibilityOf(rules), markerId, {
      classIds: classes.get(`${rules.block.subject_id} ${markerId}`) ?? [],
      schoolIds: schools.get(markerId) ?? [],
      relativeIds: relatives(rules.block.exam_id, markerId),
    })
}

const NO_RELATIVES: readonly number[] = []

/** The candidates whom each marker is kept from, by exam. */
async function selectRelatives(
  db: Db,
  asks: readonly { rules: EligibilityRules; markerId: number }[],
): Promise<(examId: number, markerId: number) => readonly number[]> {
  if (asks.length === 0) return () => NO_RELATIVES
  const rows = await db
    .selectFrom('avoided_pair')
    .select(['exam_id', 'user_id', 'candidate_id'])
    .where(isOneOf(db, 'user_id', idsOf(asks)))
    .where('removed_at', 'is', null)
    .execute()
  const byPerson = Map.groupBy(rows, ({ exam_id, user_id }) => `${exam_id} ${user_id}`)
  return (examId, markerId) =>
    byPerson.get(`${examId} ${markerId}`)?.map(({ candidate_id }) => candidate_id) ?? NO_RELATIVES
}

const idsOf = (asks: readonly { markerId: number }[]): number[] => [
  ...new Set(asks.map(({ markerId }) => markerId)),
]

/** Does it matter of which school a paper is? */
export const goesBySchool = (policy: EligibilityPolicy): boolean =>
  policy.scope !== 'mixed' || avoidsOwnSchool(policy)

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
