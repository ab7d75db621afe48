import type { allocationCopy, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf, lockRows } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { assertAsSeen, selectBlockRules, stampOf, withRetry } from '../../marking-core/index.ts'
import { allocateAndTell } from './allocate-and-tell.ts'
import { changeBlockSettings } from '../block/block-settings.ts'
import { type BlockChange, changeOfBlock, type WantedAllocation } from './allocation-diff.ts'
import { dryRun } from './dry-run.ts'
import { type Unreached, unreachedIn } from './scope-reach.ts'
import type { ScopeSettings } from './scope-change.ts'

type Diffs = ReplyOf<typeof allocationCopy>

interface Asked {
  exam_id: number
  subject_id: number
  block_ids: readonly number[]
  preview?: number
  stamp?: string
}

/**
 * Gives several blocks an allocation, or says row by row what that would change. All or none of them.
 *
 * @param wantedOf asked in the transaction that writes
 * @param onChange called in it for each block that changes
 * @throws AppError MARKING_BLOCK_NOT_FOUND; MARKING_ALLOCATION_CHANGED where the stamp of what was shown
 *   is given and something else would happen; what `allocateMarkers` and `changeBlockSettings` find
 */
export async function changeAllocations(
  services: Services,
  asked: Asked,
  wantedOf: (db: Db) => Promise<WantedAllocation>,
  onChange: (db: Db, change: BlockChange) => Promise<void>,
): Promise<Diffs> {
  if (asked.preview === 1) return previewOf(services, asked, wantedOf)
  return withRetry(services, async (db) => {
    await lockBlocks(db, asked)
    const changes = await changesOf(db, asked, await wantedOf(db))
    const stamp = stampOfRows(changes)
    assertAsSeen(asked.stamp, stamp)
    for (const change of changes) {
      if (change.rows.every(({ result }) => result === 'same')) continue
      await carryOut(db, services, asked, change)
      await onChange(db, change)
    }
    return { applied: 1, stamp, blocks: changes.map((change) => viewOf(change)) }
  })
}

async function previewOf(
  services: Services,
  asked: Asked,
  wantedOf: (db: Db) => Promise<WantedAllocation>,
): Promise<Diffs> {
  const { db } = services
  await assertKnown(db, asked)
  const changes = await changesOf(db, asked, await wantedOf(db))
  const blocks: Diffs['blocks'] = []
  for (const change of changes) {
    let unreached: Unreached | null = null
    const problem = await dryRun(services, async (trial) => {
      await carryOut(trial, services, asked, change)
      unreached = await unreachedIn(trial, await selectBlockRules(trial, change.blockId))
    })
    blocks.push(viewOf(change, { problem, unreached }))
  }
  return { applied: 0, stamp: stampOfRows(changes), blocks }
}

const viewOf = (
  { blockId, blockName, rows }: BlockChange,
  { problem = '', unreached = null }: { problem?: string; unreached?: Unreached | null } = {},
) => ({
  block_id: blockId,
  block_name: blockName,
  rows,
  problem,
  unreached,
})

async function changesOf(
  db: Db,
  { block_ids: ids }: Asked,
  wanted: WantedAllocation,
): Promise<BlockChange[]> {
  const changes: BlockChange[] = []
  for (const id of new Set(ids)) changes.push(await changeOfBlock(db, id, wanted))
  return changes
}

async function carryOut(
  db: Db,
  services: Services,
  { exam_id: examId, subject_id: subjectId }: Asked,
  { blockId, scope, input }: BlockChange,
): Promise<void> {
  if (scope)
    await changeBlockSettings(db, services, examId, subjectId, {
      block_id: blockId,
      ...patchOf(scope),
    })
  if (input) await allocateAndTell(db, services, input)
}

/** What is not said stays as it was, also where that is 「as usual」. */
const patchOf = ({ scope, avoidsOwnSchool, avoidOwnClass, groups }: Partial<ScopeSettings>) => ({
  ...(scope === undefined ? {} : { mark_scope: scope }),
  ...(avoidsOwnSchool === undefined ? {} : { avoid_own_school: avoidsOwnSchool ? 1 : 0 }),
  ...(avoidOwnClass === undefined
    ? {}
    : { avoid_own_class: avoidOwnClass === null ? null : avoidOwnClass ? 1 : 0 }),
  ...(groups === undefined
    ? {}
    : {
        school_groups: groups.map((group) => ({
          name: group.name,
          school_ids: [...group.schoolIds],
          marker_ids: [...group.markerIds],
        })),
      }),
})

/** Of what was shown, without what goes on changing while people mark. */
const stampOfRows = (changes: readonly BlockChange[]): string =>
  stampOf(
    changes.map(({ blockId, rows }) => [
      blockId,
      rows.map(({ what, name, result, before, after }) => [what, name, result, before, after]),
    ]),
  )

const blocksOf = (db: Db, { exam_id, subject_id, block_ids }: Asked) =>
  db
    .selectFrom('block')
    .select('id')
    .where('exam_id', '=', exam_id)
    .where('subject_id', '=', subject_id)
    .where(isOneOf(db, 'id', block_ids))
    .orderBy('id')

/** @throws AppError MARKING_BLOCK_NOT_FOUND */
export async function assertKnown(db: Db, asked: Asked): Promise<void> {
  const rows = await blocksOf(db, asked).execute()
  if (rows.length < new Set(asked.block_ids).size) throw new AppError('MARKING_BLOCK_NOT_FOUND')
}

async function lockBlocks(db: Db, asked: Asked): Promise<void> {
  await assertKnown(db, asked)
  await lockRows(db, blocksOf(db, asked)).execute()
}
