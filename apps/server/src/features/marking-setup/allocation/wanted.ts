import type {
  allocationBatch,
  allocationCopy,
  allocationGroupsSet,
  InputOf,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type AllocMode } from '@hengjuan/domain'
import { allocationOf } from '../shares/allocation-plan.ts'
import { selectBlockMarkers, selectBlockRules } from '../../marking-core/index.ts'
import { findExam, selectAble, selectMarkingStaff } from './marking-staff.query.ts'
import type { WantedAllocation } from './allocation-diff.ts'
import { shareNow } from './marker-change.ts'
import { scopeOf } from './scope-change.ts'

type Batch = InputOf<typeof allocationBatch>['body']
type Parts = InputOf<typeof allocationCopy>['body']['parts']

/** What a block gives to others. Who is stopped in it, or may mark no more, is not handed on. */
export async function wantedOfBlock(
  db: Db,
  blockId: number,
  parts: Parts,
): Promise<WantedAllocation> {
  const rules = await selectBlockRules(db, blockId)
  const { plan, people } = await allocationOf(db, rules)
  const able = await selectAble(db, rules.block.exam_id)
  const leaders = (await selectBlockMarkers(db, blockId)).filter(
    ({ duty, user_id }) => duty === 'leader' && able.leader.has(user_id),
  )
  const hasMarkers = parts.includes('markers')
  return {
    share: hasMarkers ? shareNow(rules.block) : null,
    markers: hasMarkers
      ? people
          .filter(({ userId, suspended }) => !suspended && able.marker.has(userId))
          .map(({ userId, name, quota, weight, allowExceed }) => ({
            userId,
            name,
            quota,
            weight,
            allowExceed,
          }))
      : null,
    leaders: parts.includes('leaders')
      ? leaders.map(({ user_id, name }) => ({ userId: user_id, name }))
      : null,
    keepsOthers: false,
    readings: hasMarkers ? plan.readings : null,
    scope: parts.includes('scope') ? scopeOf(rules) : null,
  }
}

/** What a batch asks of each of its blocks. @throws AppError STAFF_NOT_FOUND */
export async function wantedOfBatch(db: Db, batch: Batch): Promise<WantedAllocation> {
  const staff = await selectMarkingStaff(db, await findExam(db, batch.exam_id))
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  const named = (userId: number) => {
    const name = names.get(userId)
    if (name === undefined) throw new AppError('STAFF_NOT_FOUND')
    return { userId, name }
  }
  return {
    share:
      batch.alloc_mode === undefined
        ? null
        : { allocMode: batch.alloc_mode as AllocMode, quotasAreWeights: batch.alloc_mode === 3 },
    markers:
      batch.markers?.map(({ marker_id, weight }) => ({
        ...named(marker_id),
        quota: null,
        weight: weight ?? null,
        allowExceed: null,
      })) ?? null,
    leaders: batch.leader_ids?.map(named) ?? null,
    keepsOthers: batch.how === 'add',
    readings: null,
    scope: null,
  }
}

/** What scope and groups come to; nothing else of a block changes. */
export const wantedOfGroups = ({
  mark_scope: scope,
  groups,
}: InputOf<typeof allocationGroupsSet>['body']): WantedAllocation => ({
  share: null,
  markers: null,
  leaders: null,
  keepsOthers: true,
  readings: null,
  scope: {
    scope,
    // Who reads only the own school can not avoid it.
    ...(scope === 'own_school' ? { avoidsOwnSchool: false } : {}),
    groups: groups.map(({ name, school_ids, marker_ids }) => ({
      name,
      schoolIds: school_ids,
      markerIds: marker_ids,
    })),
  },
})
