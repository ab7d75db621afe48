import type { Db } from '@hengjuan/db'
import { type QualificationEvent, RELEASE_BITS } from '@hengjuan/domain'
import { sql } from 'kysely'
import type { TrialKind } from './trial.query.ts'

/** Who marks in blocks and is not known to be qualified: able to sign in, given papers, and no leader there. */
export const selectUnqualified = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block_marker.block_id', 'in', blockIds)
    .where('block_marker.duty', '=', 'marker')
    .where('block_marker.suspended_at', 'is', null)
    .where('block_marker.qualified', 'not in', ['passed', 'admitted'])
    .where('user.disabled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('block_marker as leader')
            .select('leader.user_id')
            .whereRef('leader.block_id', '=', 'block_marker.block_id')
            .whereRef('leader.user_id', '=', 'block_marker.user_id')
            .where('leader.duty', '=', 'leader'),
        ),
      ),
    )
    .select(['block_marker.block_id', 'block_marker.user_id as marker_id'])
    .execute()

/** Agreed scripts of blocks for trial marking that still are what was agreed on, as `selectTrialScripts` has it. */
export async function selectTrialStock(db: Db, blockIds: readonly number[]) {
  const rows = await db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', 'in', blockIds)
    .where('benchmark_script.kind', 'in', ['practice', 'calibration'])
    .where('benchmark_script.state', '=', 'agreed')
    .where('unit.final_source', '=', 'BENCHMARK')
    .select(['benchmark_script.id', 'benchmark_script.block_id', 'benchmark_script.kind'])
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as TrialKind }))
}

/** Who helped to agree on scripts of blocks. */
export const selectScriptJudges = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('benchmark_mark')
    .innerJoin('benchmark_script', 'benchmark_script.id', 'benchmark_mark.script_id')
    .where('benchmark_script.block_id', 'in', blockIds)
    .select(['benchmark_mark.script_id', 'benchmark_mark.leader_id'])
    .execute()

/** Who is kept from which scripts of blocks as a relative, as `isNoRelative` has it. */
export const selectScriptRelatives = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .innerJoin('avoided_pair', (join) =>
      join
        .onRef('avoided_pair.exam_id', '=', 'unit.exam_id')
        .onRef('avoided_pair.candidate_id', '=', 'unit.candidate_id'),
    )
    .where('benchmark_script.block_id', 'in', blockIds)
    .where('avoided_pair.removed_at', 'is', null)
    .where(sql<boolean>`(unit.released & ${sql.lit(RELEASE_BITS.relative)}) = 0`)
    .select(['benchmark_script.id as script_id', 'avoided_pair.user_id as marker_id'])
    .execute()

/** Who met which scripts of blocks as seeds before any trial, as `selectTrialScripts` has it. */
export const selectMetAsSeeds = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('benchmark_script')
    .innerJoin('reading', 'reading.unit_id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', 'in', blockIds)
    .where('reading.role', '=', 'SEED')
    .where('reading.state', '<>', 'released')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('trial_reading')
            .select('trial_reading.id')
            .whereRef('trial_reading.script_id', '=', 'benchmark_script.id')
            .whereRef('trial_reading.marker_id', '=', 'reading.marker_id'),
        ),
      ),
    )
    .select(['benchmark_script.id as script_id', 'reading.marker_id'])
    .execute()

/** Which scripts markers of blocks were given in trials, and in which round. */
export const selectTrialRounds = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('trial_reading')
    .where('block_id', 'in', blockIds)
    .select(['block_id', 'marker_id', 'script_id', 'round'])
    .orderBy('id')
    .execute()

/** Sets passed and failed and what leaders decided in blocks, in order. */
export async function selectEventsOfBlocks(db: Db, blockIds: readonly number[]) {
  const rows = await db
    .selectFrom('qualification_event')
    .where('block_id', 'in', blockIds)
    .select(['block_id', 'marker_id', 'kind', 'papers'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as QualificationEvent }))
}

/** Blocks that a person leads and that are not closed, of exams that exist. */
export const selectLedOpenBlocks = (db: Db, userId: number) =>
  db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .where('block_marker.user_id', '=', userId)
    .where('block_marker.duty', '=', 'leader')
    .where('block_marker.suspended_at', 'is', null)
    .where('block.status', '<>', 'closed')
    .where('exam.deleted_at', 'is', null)
    .select(['block.id as block_id', 'block.name as block_name', 'block.subject_id'])
    .select(['exam.id as exam_id', 'exam.name as exam_name', 'exam.grade_id'])
    .orderBy('block.id')
    .execute()

/** Names of who leads a block, without those who have left or were stopped. */
export async function selectLeaderNames(db: Db, blockId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block_marker.block_id', '=', blockId)
    .where('block_marker.duty', '=', 'leader')
    .where('block_marker.suspended_at', 'is', null)
    .where('user.disabled_at', 'is', null)
    .select('user.name')
    .orderBy('block_marker.user_id')
    .execute()
  return rows.map(({ name }) => name)
}
