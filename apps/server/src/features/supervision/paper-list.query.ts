import type { InputOf, ReplyOf, supervisedPapers } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import {
  PROBLEM_REASONS,
  type ProblemReason,
  type StoredUnitFlags,
  type UnitFlag,
  unitFlagsOf,
  type UnitStatus,
} from '@hengjuan/domain'
import { runInWorker, type DropFirst } from '../../reader-thread/run-in-worker.ts'
import {
  flagNumbersOf,
  hasUnitFlag,
  IS_IN_HAND,
  paperStateOf,
  readingsInHand,
  type UnitQueue,
} from '../marking-core/index.ts'
import { sql, type SqlBool } from 'kysely'
import { subjectNameIn } from '../../subject-name.ts'

type Reply = ReplyOf<typeof supervisedPapers>
type Row = Reply['list'][number]
type WaitsFor = InputOf<typeof supervisedPapers>['query']['waits_for']

/** States of the papers behind each figure, as `numbersOf` counts them; every state where none is named. */
const STATES: Partial<Record<WaitsFor, readonly UnitStatus[]>> = {
  ready: ['READY', 'MARKING'],
  claimed: ['READY', 'MARKING'],
  done: ['FINAL', 'LOCKED'],
}

/** Where those stand that wait for somebody: a few of all papers of an exam, which nothing else tells from the others. */
const QUEUES: Partial<Record<WaitsFor, UnitQueue>> = {
  third: 'THIRD',
  arbitration: 'ARBITRATION',
  problem: 'PROBLEM',
  blank: 'BLANK_REVIEW',
  rejected: 'REJECTED',
  waiting: 'WAIT_IMAGE',
}

export interface PaperFilter {
  blockIds: readonly number[]
  waitsFor: WaitsFor
  /** Only what this marker has claimed. */
  holderId?: number | undefined
  /** Only papers of candidates of this school. */
  schoolId?: number | undefined
  /** Only papers with this flag. */
  flag?: UnitFlag | undefined
}

/** Of all states, or of one that a paper without a sheet is in. */
const COUNTED: readonly WaitsFor[] = ['total', 'waiting', 'unfinished']

/** Whose claims are work of markers; an arbitrator has his own. */
const MARKERS = ['R1', 'R2', 'R3']

/** Does a paper count? A sheet that was taken away leaves none behind, but where that is what is asked for. */
const isThere = (waitsFor: WaitsFor, flag?: UnitFlag) =>
  COUNTED.includes(waitsFor) && !(waitsFor === 'total' && flag === 'sheet_gone')
    ? sql<SqlBool>`(unit.state <> 'WAIT_IMAGE' or unit.images <> '[]')`
    : sql<SqlBool>`1 = 1`

/** Papers, with those that do not count. */
export const papersIn = (db: Db, { blockIds, waitsFor, holderId, schoolId }: PaperFilter) =>
  db
    .selectFrom('unit')
    .where(({ selectFrom }) =>
      QUEUES[waitsFor] === undefined
        ? isOneOf(db, 'unit.block_id', blockIds)
        : sql<SqlBool>`unit.id in ${selectFrom('unit_queue as place')
            .select('place.unit_id')
            .where(isOneOf(db, 'place.block_id', blockIds))
            .where('place.queue', '=', QUEUES[waitsFor])}`,
    )
    .$if(STATES[waitsFor] !== undefined, (query) =>
      query.where('unit.state', 'in', [...(STATES[waitsFor] ?? [])]),
    )
    .$if(waitsFor === 'unfinished', (query) => query.where('unit.final_milli', 'is', null))
    .$if(schoolId !== undefined, (query) =>
      query.where('unit.candidate_id', 'in', ({ selectFrom }) =>
        selectFrom('candidate')
          .select('candidate.id')
          .where('candidate.school_id', '=', schoolId ?? 0),
      ),
    )
    .$if(waitsFor === 'held', (query) =>
      query.where(
        'unit.id',
        'in',
        claimsIn(db, blockIds)
          .where('reading.role', 'in', MARKERS)
          .$if(holderId !== undefined, (claims) =>
            claims.where('reading.marker_id', '=', holderId ?? 0),
          ),
      ),
    )
    .$if(waitsFor === 'ready' || waitsFor === 'claimed', (query) =>
      query.where('unit.id', waitsFor === 'claimed' ? 'in' : 'not in', claimsIn(db, blockIds)),
    )

/** Papers that somebody has claimed: few, however many there are. */
const claimsIn = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom(readingsInHand(db))
    .where(IS_IN_HAND)
    .where(isOneOf(db, 'reading.block_id', blockIds))
    .where('reading.state', '=', 'claimed')
    .select('reading.unit_id')

/**
 * Papers that wait for the same, those that nothing happened to for longest first.
 *
 * @param ledIds blocks that the caller leads
 */
async function selectPaperList(
  db: Db,
  filter: PaperFilter,
  { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined },
  ledIds: ReadonlySet<number>,
): Promise<Reply> {
  const { waitsFor, flag } = filter
  const countOf = (one?: UnitFlag) =>
    sql<number>`sum(case when ${isThere(waitsFor, one)} and ${one ? hasUnitFlag(one) : sql`1 = 1`} then 1 else 0 end)`
  const counts = await papersIn(db, filter)
    .select([
      countOf().as('all'),
      countOf('over_tolerance').as('over_tolerance'),
      countOf('forced_pair').as('forced_pair'),
      countOf('sheet_gone').as('sheet_gone'),
    ])
    .executeTakeFirstOrThrow()
  const units = await papersIn(db, filter)
    .where(isThere(waitsFor, flag))
    .$if(flag !== undefined, (query) => query.where(hasUnitFlag(flag ?? 'over_tolerance')))
    .innerJoin('block', 'block.id', 'unit.block_id')
    .innerJoin('subject', 'subject.id', 'unit.subject_id')
    .select(['unit.id', 'unit.secret_code', 'unit.state', 'unit.facts', 'unit.final_milli'])
    .select('unit.flags')
    .select([
      'unit.block_id',
      'block.name as block_name',
      subjectNameIn('unit.exam_id').as('subject_name'),
    ])
    .orderBy('unit.updated_at')
    .orderBy('unit.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const readings = Map.groupBy(
    await selectReadings(
      db,
      units.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  const list = units.map((unit): Row => {
    const own = readings.get(unit.id) ?? []
    const standing = own.filter(({ state }) => state !== 'claimed')
    const { since, problem } = JSON.parse(unit.facts) as {
      since: string
      problem: { reason: string } | null
    }
    return {
      unit_id: unit.id,
      secret_code: unit.secret_code,
      subject_name: unit.subject_name,
      block_id: unit.block_id,
      block_name: unit.block_name,
      state: paperStateOf(unit),
      since,
      final_milli: unit.final_milli,
      given: standing.filter(({ role }) => role !== 'ARB').length,
      task_detail_id: standing.at(-1)?.id ?? null,
      holders: own
        .filter(({ state }) => state === 'claimed' || isSentBack(unit.state, state))
        .map(({ name, role, claimed_at, lease_until }) => ({
          name,
          role,
          claimed_at,
          lease_until,
        })),
      reason: problem ? (PROBLEM_REASONS[problem.reason as ProblemReason] ?? problem.reason) : null,
      flags: unitFlagsOf(JSON.parse(unit.flags) as StoredUnitFlags),
      is_led: ledIds.has(unit.block_id),
    }
  })
  return {
    list,
    total: counts[flag ?? 'all'] ?? 0,
    page,
    page_size: limit,
    flag_counts: flagNumbersOf(counts),
  }
}

/** The same, away from those who mark: it may be about all papers of an exam. */
export const paperList = runInWorker(
  import.meta.url,
  'paperList',
  ({ db }, ...asked: DropFirst<Parameters<typeof selectPaperList>>) =>
    selectPaperList(db, ...asked),
)

/** Whoever it was sent back to has it in hand, without a claim. */
const isSentBack = (unitState: string, state: string) =>
  unitState === 'REJECTED' && state === 'rejected'

const selectReadings = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where(isOneOf(db, 'reading.unit_id', unitIds))
    .where('reading.state', 'in', ['claimed', 'submitted', 'rejected'])
    .select(['reading.id', 'reading.unit_id', 'reading.role', 'reading.state', 'user.name'])
    .select(['reading.claimed_at', 'reading.lease_until'])
    .orderBy('reading.id')
    .execute()

/** The unit of a block; absent where there is none. */
export const findPaper = (db: Db, on: { blockId: number; unitId: number }) =>
  db
    .selectFrom('unit')
    .select(['id', 'state', 'facts'])
    .where('id', '=', on.unitId)
    .where('block_id', '=', on.blockId)
    .executeTakeFirst()
