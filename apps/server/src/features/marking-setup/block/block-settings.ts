import type { BlockSettings, blockSettingsSet, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  avoidsOwnClass,
  defaultTolerance,
  formatMilli,
  type OptionalPolicy,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../../services.ts'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import {
  type BlockRow,
  countExpected,
  countOverTolerance,
  defined,
  holdMarkers,
  isCleared,
  lockAllocation,
  newPointTolerances,
  pageSettings,
  pointView,
  qualifyingAsBefore,
  selectBlockMarkers,
  selectBlockRules,
  selectBlockUnitCounts,
  settingsOf,
  storedSettings,
} from '../../marking-core/index.ts'
import { eligibilityOf, selectOwnSchools } from '../shares/eligibility.ts'
import { doubleShare, drawSoon } from './draw-doubles.ts'
import { assertSettingsAsSeen, settableOf } from './settable.ts'
import { orderSoon } from '../similar/order-usually.ts'

export type SettingsView = Static<typeof BlockSettings>
type Patch = InputOf<typeof blockSettingsSet>['body']['blocks'][number]

/** Marking settings of every block of a subject, in printed order; away from those who mark: it compares all pairs. */
export const blockSettings = runInWorker(
  import.meta.url,
  'blockSettings',
  ({ db }, examId: number, subjectId: number) => selectBlockSettings(db, examId, subjectId),
)

async function selectBlockSettings(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<SettingsView[]> {
  const blocks = await db
    .selectFrom('block')
    .select('id')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .orderBy('sort')
    .execute()
  const counts = await selectBlockUnitCounts(
    db,
    blocks.map(({ id }) => id),
  )
  const expected = await countExpected(db, examId, subjectId)
  return Promise.all(
    blocks.map(async ({ id }) => {
      const rules = await selectBlockRules(db, id)
      const { block, settings, points, optional } = rules
      const people = await selectBlockMarkers(db, id)
      const schools = await selectOwnSchools(
        db,
        people.map(({ user_id }) => user_id),
      )
      const pairs = await countOverTolerance(db, rules)
      const readings = await countReadings(db, id)
      const units = counts.get(id)?.total ?? 0
      const policy = eligibilityOf(rules)
      return {
        block_id: id,
        block_name: block.name,
        full_milli: block.full_milli,
        status: block.status,
        ...settableOf(rules),
        avoids_own_class: avoidsOwnClass(policy) ? 1 : 0,
        is_joint: block.is_joint,
        qualify_source: settings.qualifySource,
        default_tolerance_milli: defaultTolerance(block.full_milli),
        points: points.map(pointView),
        optional: optional && {
          choose: optional.choose,
          offered: optional.questions.length,
          policy: block.optional_policy as OptionalPolicy,
        },
        unit_count: units,
        locked_count: counts.get(id)?.byState.LOCKED ?? 0,
        expected_count: Math.max(expected, units),
        reading_count: readings.all,
        held_count: readings.held,
        marker_count: people.filter(({ duty }) => duty === 'marker').length,
        markers: people.flatMap(({ duty, user_id, name }) =>
          duty === 'marker'
            ? [{ marker_id: user_id, name, school_ids: schools.get(user_id) ?? [] }]
            : [],
        ),
        leader_count: people.filter(({ duty }) => duty === 'leader').length,
        pair_count: pairs.of,
        over_count: pairs.over,
        is_cleared: (await isCleared(db, id)) ? 1 : 0,
      }
    }),
  )
}

/** Readings of a block, and how many of them are still in somebody's hands. */
async function countReadings(db: Db, blockId: number): Promise<{ all: number; held: number }> {
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .groupBy('state')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  const sum = (list: typeof rows) => list.reduce((all, { count }) => all + count, 0)
  return { all: sum(rows), held: sum(rows.filter(({ state }) => state === 'claimed')) }
}

/** Settings that decide what a unit needs or what its readings come to; fixed once somebody has read. */
const SETTLING = {
  mark_mode: '评卷方式',
  tolerance_milli: '误差阈值',
  compare_scope: '误差比较方式',
  combine: '合成方式',
  round_step_milli: '取整步长',
  round_mode: '取整方式',
  double_ratio: '双评比例',
} as const

/**
 * Changes the settings of one block, but for its rubric: see `saveRubric`. Call `finishPapers` when the transaction is
 * through: what a change brings to thousands of papers is done there.
 *
 * @throws AppError MARKING_BLOCK_NOT_FOUND, MARKING_TOLERANCE_INVALID, MARKING_POINT_UNKNOWN,
 *   MARKING_SETTINGS_CHANGED, MARKING_POINT_TOLERANCE_INVALID, MARKING_SCOPE_CONTRADICTS, MARKING_GROUPS_MISSING;
 *   MARKING_SETTINGS_LOCKED for what decides final marks once papers were read, MARKING_SETTINGS_HELD while they are
 *   only in hands
 */
export async function changeBlockSettings(
  db: Db,
  services: Pick<Services, 'clock'>,
  examId: number,
  subjectId: number,
  patch: Patch,
): Promise<{ before: BlockRow; after: Partial<BlockRow> }> {
  await lockAllocation(db, patch.block_id)
  if (patch.seen) assertSettingsAsSeen(await selectBlockRules(db, patch.block_id), patch)
  const before = await db
    .selectFrom('block')
    .selectAll()
    .where('id', '=', patch.block_id)
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!before) throw new AppError('MARKING_BLOCK_NOT_FOUND')
  const becomesDouble = before.mark_mode === 0 && (patch.mark_mode ?? 0) !== 0
  const tolerance =
    patch.tolerance_milli ??
    (becomesDouble && before.tolerance_milli === 0
      ? defaultTolerance(before.full_milli)
      : undefined)
  if ((tolerance ?? 0) > before.full_milli)
    throw new AppError('MARKING_TOLERANCE_INVALID', { full: formatMilli(before.full_milli) })
  const ofPoints = await newPointTolerances(db, before, patch.point_tolerances)
  const columns: Partial<BlockRow> = defined({
    mark_mode: patch.mark_mode,
    alloc_mode: patch.alloc_mode,
    was_average:
      patch.alloc_mode === undefined || patch.alloc_mode === before.alloc_mode ? undefined : 0,
    tolerance_milli: tolerance,
    compare_scope: patch.compare_scope,
    combine: patch.combine,
    round_step_milli: patch.round_step_milli,
    round_mode: patch.round_mode,
    double_ratio: patch.double_ratio,
    avoid_own_class: patch.avoid_own_class,
    similar_first: patch.similar_first,
    blind_third: patch.blind_third,
    settings: JSON.stringify({
      ...storedSettings({ settings: await qualifyingAsBefore(db, before) }),
      ...pageSettings(patch),
      ...defined({ pointTolerances: ofPoints.stored }),
    }),
  })
  assertConsistent({ ...before, ...columns })
  await assertUnlocked(db, before, columns, ofPoints.isChanged)
  await db.updateTable('block').set(columns).where('id', '=', before.id).execute()
  const changed = { ...before, ...columns }
  if (before.similar_first === 1 && columns.similar_first === 0)
    await orderSoon(db, services, changed)
  if (doubleShare(changed) !== doubleShare(before)) await drawSoon(db, services, changed)
  return { before, after: columns }
}

/** @throws AppError MARKING_SCOPE_CONTRADICTS, MARKING_GROUPS_MISSING */
function assertConsistent(after: BlockRow): void {
  const { scope, avoidOwnSchool, schoolGroups } = settingsOf(after)
  if (scope === 'own_school' && avoidOwnSchool === true)
    throw new AppError('MARKING_SCOPE_CONTRADICTS', { block: after.name })
  if (scope === 'group' && schoolGroups.length === 0)
    throw new AppError('MARKING_GROUPS_MISSING', { block: after.name })
}

async function assertUnlocked(
  db: Db,
  before: BlockRow,
  columns: Partial<BlockRow>,
  isPointChanged: boolean,
): Promise<void> {
  const names = (Object.keys(SETTLING) as (keyof typeof SETTLING)[]).filter(
    (name) => columns[name] !== undefined && columns[name] !== before[name],
  )
  const changed = [
    ...names.map((name) => SETTLING[name]),
    ...(isPointChanged ? ['给分点误差'] : []),
  ]
  if (changed.length === 0) return
  // The first paper is taken before and counts, or by what is set now.
  await holdMarkers(db, [before.id])
  const { all, held } = await countReadings(db, before.id)
  if (all > 0)
    throw new AppError(all === held ? 'MARKING_SETTINGS_HELD' : 'MARKING_SETTINGS_LOCKED', {
      block: before.name,
      count: all,
      setting: changed.join('、'),
    })
}
