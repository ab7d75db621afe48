import type { Db } from '@hengjuan/db'
import { barredBy, type PaperOrigin } from '@hengjuan/domain'
import type { BlockAllocation } from './allocation-plan.ts'
import type { ClaimAsk } from './claim-context.ts'
import { factsOf, selectReaders, type UnitRow } from '../../marking-core/index.ts'
import { barsOf } from './eligibility.ts'

/** How many papers are looked at for work that nobody below target can do. */
export const TOP_UP_WINDOW = 50

/** Of these papers, those that nobody else who is below target could read. @source domain rules 4.3 */
export async function nobodyElses(
  db: Db,
  { rules, markerId }: Pick<ClaimAsk, 'rules' | 'markerId'>,
  { people }: BlockAllocation,
  units: readonly UnitRow[],
): Promise<UnitRow[]> {
  const others = people.filter(
    ({ userId, suspended, target, work, allowExceed }) =>
      userId !== markerId &&
      !suspended &&
      (allowExceed || target === null || work.done + work.claimedBase < target),
  )
  const barOf = await barsOf(
    db,
    others.map(({ userId }) => ({ rules, markerId: userId })),
  )
  const readers = Map.groupBy(
    await selectReaders(
      db,
      units.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  return units.filter(
    (unit) =>
      !others.some(
        ({ userId }) =>
          barredBy(rules.settings.scope, barOf(rules, userId), originOf(unit)) === null &&
          !readers.get(unit.id)?.some(({ marker_id }) => marker_id === userId) &&
          !factsOf(unit).excludedMarkers.includes(userId),
      ),
  )
}

/** Where a paper comes from, as far as rules of avoidance ask. */
export const originOf = ({
  class_id,
  school_id,
  candidate_id,
  released,
}: UnitRow): PaperOrigin => ({
  classId: class_id,
  schoolId: school_id,
  candidateId: candidate_id,
  released,
})
