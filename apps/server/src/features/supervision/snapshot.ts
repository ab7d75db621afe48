import type { BlockProgressRow, PaperNumbers, SubjectProgressRow } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  managerOf,
  meanOf,
  percentOf,
  sdOf,
  type UnitStatus,
  waitsOfRest,
  waitsText,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { type Clock, minutesFrom } from '../../clock.ts'
import { deadlineOf, stuckPapers, type StuckPapers } from '../marking-setup/index.ts'
import { type Decided, undecidableOf } from '../arbitration/index.ts'
import { flagNumbersOf, selectFlagCounts, type UnitFlagCounts } from '../marking-core/index.ts'
import { selectRollCalls } from '../roster/index.ts'
import { reasonsOf, stuckParts } from './block-reasons.ts'
import { PACE_MINUTES, paceOf } from './pace.ts'
import * as progress from './progress.query.ts'

export type Numbers = Static<typeof PaperNumbers>
/** Without what the caller is in it: a state is the same for all who look. */
export type BlockRow = Omit<Static<typeof BlockProgressRow>, 'is_supervised' | 'is_led'>
export type SubjectRow = Static<typeof SubjectProgressRow>

/** Everything about an exam's marking at one moment, for whoever may see all of it. */
export interface ExamProgress {
  eventId: number
  stamp: string
  at: string
  subjects: SubjectRow[]
  blocks: BlockRow[]
}

const IDLE_CLAIM_MINUTES = 30

/** Counts a whole exam, and of how many readings; in seconds where there are a million. */
export const takeState = runInWorker(
  import.meta.url,
  'takeState',
  async ({ db, clock }, examId: number) => {
    const { blocks, readings } = await takeBlocks(db, clock, examId)
    return {
      blocks: blocks.map(({ row }) => row),
      subjects: await takeSubjects(db, examId, blocks),
      readings,
    }
  },
)

interface TakenBlock {
  row: BlockRow
  remaining: number
  recent: number
  firstAt: string | null
}

async function takeBlocks(
  db: Db,
  clock: Clock,
  examId: number,
): Promise<{ blocks: TakenBlock[]; readings: number }> {
  const states = await progress.selectUnitStates(db, examId)
  const claims = Map.groupBy(
    await progress.selectClaims(db, examId, minutesFrom(clock, -IDLE_CLAIM_MINUTES)),
    ({ block_id }) => block_id,
  )
  const readings = Map.groupBy(
    await progress.selectReadingCounts(db, examId, minutesFrom(clock, -PACE_MINUTES)),
    ({ block_id }) => block_id,
  )
  const byBlock = <T extends { block_id: number }>(rows: readonly T[]) =>
    new Map(rows.map((row) => [row.block_id, row]))
  const pairs = byBlock(await progress.selectPairs(db, examId))
  const once = byBlock(await progress.selectReadOnce(db, examId))
  const markers = byBlock(await progress.selectMarkerCounts(db, examId))
  const leaders = Map.groupBy(
    await progress.selectLeaderNames(db, examId),
    ({ block_id }) => block_id,
  )
  const due = await progress.selectReadingsDue(db, examId)
  const free = await progress.selectFreePapers(db, examId)
  const stuck = new Map((await stuckPapers(db, examId)).map((own) => [own.blockId, own]))
  const undecidable = await undecidableOf(db, examId)
  const flagged = await selectFlagCounts(db, examId)
  const finals = Map.groupBy(await progress.selectFinals(db, examId), ({ block_id }) => block_id)
  const blocks = (await progress.selectBlocks(db, examId)).map((block) =>
    describe(
      block,
      {
        states: states.get(block.id) ?? {},
        claims: claims.get(block.id) ?? [],
        readings: readings.get(block.id) ?? [],
        due: due.get(block.id) ?? 0,
        free: free.get(block.id) ?? 0,
        pairs: pairs.get(block.id)?.pairs ?? 0,
        once: once.get(block.id)?.count ?? 0,
        agreed: pairs.get(block.id)?.agreed ?? 0,
        markers: markers.get(block.id)?.count ?? 0,
        leaders: (leaders.get(block.id) ?? []).map(({ name }) => name),
        stuck: stuck.get(block.id) ?? null,
        undecidable: undecidable.get(block.id) ?? {},
        flagged: flagged.get(block.id) ?? NO_FLAGS,
        finals: (finals.get(block.id) ?? []).flatMap(({ final_milli, count }) =>
          Array.from({ length: count }, () => final_milli ?? 0),
        ),
      },
      clock.now(),
    ),
  )
  const all = [...readings.values()].flat().reduce((sum, { count }) => sum + count, 0)
  return { blocks, readings: all }
}

const NO_FLAGS = flagNumbersOf({ over_tolerance: 0, forced_pair: 0, sheet_gone: 0 })

interface BlockFacts {
  states: Partial<Record<UnitStatus, number>>
  claims: readonly { state: string; units: number; idle: number }[]
  readings: Awaited<ReturnType<typeof progress.selectReadingCounts>>
  /** First and second readings that its papers have or are still to have. */
  due: number
  /** Papers with such a slot that somebody may take. */
  free: number
  pairs: number
  /** Papers that were read by the one person who was to. */
  once: number
  agreed: number
  markers: number
  leaders: readonly string[]
  stuck: StuckPapers | null
  /** Papers that no leader may decide about. */
  undecidable: Partial<Record<Decided, number>>
  flagged: UnitFlagCounts
  finals: number[]
}

function describe(block: progress.SupervisedBlock, facts: BlockFacts, now: Date): TakenBlock {
  const numbers = numbersOf(facts)
  const count = (roles: readonly string[], states: readonly string[], of: 'count' | 'recent') =>
    facts.readings
      .filter(({ role, state }) => roles.includes(role) && states.includes(state))
      .reduce((sum, row) => sum + row[of], 0)
  const base = ['R1', 'R2']
  const done = count(base, ['submitted', 'rejected'], 'count')
  const claimedIn = (state: string) =>
    facts.claims
      .filter((claim) => claim.state === state)
      .reduce((sum, claim) => sum + claim.units, 0)
  const live = ['claimed', 'submitted', 'rejected']
  const thirds = count(['R3'], live, 'count') + numbers.third - claimedIn('THIRD')
  const arbitrations =
    count(['ARB'], live, 'count') + numbers.arbitration - claimedIn('ARBITRATION')
  const work = {
    recent: count(base, ['submitted'], 'recent'),
    remaining: Math.max(0, facts.due - done),
    firstAt: facts.readings.flatMap(({ first }) => first ?? []).toSorted()[0] ?? null,
    lastAt:
      facts.readings
        .flatMap(({ last }) => last ?? [])
        .toSorted()
        .at(-1) ?? null,
  }
  const stuck = stuckParts(facts.stuck)
  const manager = managerOf(block.is_joint === 1)
  const waits = waitsOfRest({
    status: block.status,
    numbers,
    markers: facts.markers,
    stuck,
  })
  const pace = block.status === 'open' ? paceOf(work, now) : { speed_per_hour: 0, eta: null }
  const row: BlockRow = {
    block_id: block.id,
    block_name: block.name,
    subject_id: block.subject_id,
    subject_name: block.subject_name,
    status: block.status,
    numbers,
    marking_progress: percentOf(numbers.done, numbers.total) ?? 0,
    marking_count: done,
    reading_total: facts.due,
    free_count: facts.free,
    point_name: block.pointNames.join('、'),
    score: block.full_milli,
    question_count: block.questionCount,
    overrule_count: facts.readings.reduce((sum, { rejections }) => sum + rejections, 0),
    marking_teacher_count: facts.markers,
    double_mode: block.mark_mode,
    double_ratio: block.double_ratio,
    alloc_method: block.alloc_mode,
    third_rate: { num: thirds, den: facts.pairs },
    // A leader may put a paper there that one person read, and so does one that was sent back too often.
    arbitration_rate: { num: arbitrations, den: facts.pairs + facts.once },
    agreement: { num: facts.agreed, den: facts.pairs },
    mean_milli: meanOf(facts.finals),
    sd_milli: sdOf(facts.finals),
    flag_counts: facts.flagged,
    ...pace,
    // What somebody has to decide first has no pace.
    ...(waits && { eta: null }),
    waiting_for: waits && waitsText(waits, { leaders: facts.leaders, manager }),
    deadline: deadlineOf(block, block.marking_deadline),
    stuck_count: facts.stuck?.count ?? 0,
    gone_count: stuck.gone,
    managed_by: manager,
    idle_claims: facts.claims.reduce((sum, { idle }) => sum + idle, 0),
    reasons: [],
  }
  row.reasons = reasonsOf(row, facts, now)
  return { row, ...work }
}

/** Each paper once, by what it waits for. */
function numbersOf({ states, claims }: Pick<BlockFacts, 'states' | 'claims'>): Numbers {
  const of = (state: UnitStatus) => states[state] ?? 0
  const claimed = claims
    .filter(({ state }) => state === 'READY' || state === 'MARKING')
    .reduce((sum, { units }) => sum + units, 0)
  return {
    total: Object.values(states).reduce((sum, count) => sum + count, 0),
    ready: of('READY') + of('MARKING') - claimed,
    claimed,
    done: of('FINAL') + of('LOCKED'),
    third: of('THIRD'),
    arbitration: of('ARBITRATION'),
    problem: of('PROBLEM'),
    blank: of('BLANK_REVIEW'),
    rejected: of('REJECTED'),
    waiting: of('WAIT_IMAGE'),
  }
}

async function takeSubjects(
  db: Db,
  examId: number,
  blocks: readonly TakenBlock[],
): Promise<SubjectRow[]> {
  const rolls = await selectRollCalls(db, examId)
  return (await progress.selectSubjects(db, examId)).map(({ id, name }) => {
    const own = blocks.filter(({ row }) => row.subject_id === id)
    return {
      subject_id: id,
      subject_name: name,
      block_count: own.length,
      expected: rolls.get(id)?.expected ?? 0,
      scanned: rolls.get(id)?.scanned ?? 0,
      ...summaryOf(own.map(({ row }) => row)),
      reasons: own.flatMap(({ row }) =>
        row.reasons.map((reason) => `${row.block_name}：${reason}`),
      ),
    }
  })
}

/** Numbers of several blocks together; it is done when the slowest of them is. */
export function summaryOf(rows: readonly BlockRow[]): {
  numbers: Numbers
  speed_per_hour: number
  eta: string | null
  waiting_for: string | null
  deadline: string | null
} {
  const numbers = { ...numbersOf({ states: {}, claims: [] }) }
  for (const row of rows)
    for (const key of Object.keys(numbers) as (keyof Numbers)[]) numbers[key] += row.numbers[key]
  // A block with work left and nobody at it has no end, and so has no subject that contains it.
  const unfinished = rows.filter((row) => row.marking_count < row.reading_total)
  const ends = unfinished.flatMap(({ eta }) => eta ?? [])
  const last = Math.max(...ends.map((end) => Date.parse(end)))
  const eta =
    ends.length === 0 || ends.length < unfinished.length ? null : new Date(last).toISOString()
  const isSlow = unfinished.some((row) => row.eta === null && row.waiting_for === null)
  const waits = rows.flatMap(({ block_name, waiting_for }) =>
    waiting_for === null ? [] : [`${block_name}：${waiting_for}`],
  )
  return {
    numbers,
    speed_per_hour: rows.reduce((sum, row) => sum + row.speed_per_hour, 0),
    deadline: unfinished.flatMap(({ deadline }) => deadline ?? []).toSorted()[0] ?? null,
    eta,
    waiting_for: eta !== null || isSlow || waits.length === 0 ? null : waits.join('；'),
  }
}
