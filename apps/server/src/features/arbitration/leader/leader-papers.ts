import { selectUserNames } from '../../../user-names.query.ts'
import { whereGiven } from '@hengjuan/db'
import type { leaderList, ReplyOf } from '@hengjuan/contracts'
import { isBarredArbitrator, type UnitState } from '@hengjuan/domain'
import { runInWorker, type Reading } from '../../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../../clock.ts'
import { relativesOfPapers } from '../../marking-setup/index.ts'
import {
  factsOf,
  papersIn,
  selectBlockRules,
  selectUnitReadings,
  unitStateOf,
} from '../../marking-core/index.ts'
import { selectProblemHolds } from '../problems/problem-hold.query.ts'
import { selectIdenticalCodes } from '../../quality/index.ts'
import { colleaguesOf, type HandOver, handOverFor, selectHandOvers } from './hand-over.query.ts'
import { arbitrationClaim, arbViewOf, gapOf, gapPointsOf, REASON_NAMES } from './leader-view.ts'
import { selectLeaders } from './leader.query.ts'
import { subjectNameIn } from '../../../subject-name.ts'

export type LeaderMode = 'arbitration' | 'problem'
type List = ReplyOf<typeof leaderList>['list']

const STATE = { arbitration: 'ARBITRATION', problem: 'PROBLEM' } as const

/** Papers of the blocks that a person leads which wait for a decision, longest waiting first. */
async function waitingFor(
  services: Reading,
  userId: number,
  mode: LeaderMode,
  blockId: number | undefined,
): Promise<List> {
  const { db } = services
  const led = await db
    .selectFrom('block_marker')
    .select('block_id')
    .where('user_id', '=', userId)
    .where('duty', '=', 'leader')
    .where((eb) => whereGiven(eb, { block_id: blockId }))
    .execute()
  const lists = await Promise.all(
    led.map(({ block_id }) => waitingIn(services, userId, mode, block_id)),
  )
  return lists.flat().sort((a, b) => a.waiting_since.localeCompare(b.waiting_since))
}

/** The same, away from those who mark: every leader's page asks again and again, of hundreds of papers with their readings. */
export const leaderPapers = runInWorker(import.meta.url, 'leaderPapers', waitingFor)

async function waitingIn(
  services: Reading,
  userId: number,
  mode: LeaderMode,
  blockId: number,
): Promise<List> {
  const { db } = services
  const rows = await papersIn(db, blockId, STATE[mode])
    .selectAll('unit')
    .orderBy('place.ord')
    .execute()
  if (rows.length === 0) return []
  const rules = await selectBlockRules(db, blockId)
  const { block } = rules
  const names = await db
    .selectFrom('exam')
    .innerJoin('subject', (join) => join.on('subject.id', '=', block.subject_id))
    .where('exam.id', '=', block.exam_id)
    .select(['exam.name as exam', subjectNameIn('exam.id').as('subject')])
    .executeTakeFirstOrThrow()
  const readings = Map.groupBy(
    await selectUnitReadings(
      db,
      rows.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  const states = rows.map((row) => ({ row, unit: unitStateOf(row, readings.get(row.id) ?? []) }))
  const handOvers = mode === 'arbitration' ? await selectHandOvers(db, blockId) : new Map()
  const holds = await selectProblemHolds(
    db,
    mode === 'problem' ? rows.map(({ id }) => id) : [],
    isoNow(services.clock),
  )
  const holderOf = (unit: UnitState): number | null =>
    holds.get(Number(unit.id))?.userId ?? arbitratorOf(unit)
  const people = await selectUserNames(db, [
    ...states.flatMap(({ unit }) => [holderOf(unit) ?? 0, Number(unit.problem?.raisedBy ?? 0)]),
    ...[...handOvers.values()].map((one: HandOver) => one.by_id),
  ])
  const leaders = await selectLeaders(services, blockId)
  const isRelative = await relativesOfPapers(db, rules, rows)
  const identical = mode === 'problem' ? await selectIdenticalCodes(db, blockId) : null
  return states.map(({ row, unit }) => {
    const holder = holderOf(unit)
    const eligible = leaders.filter(
      ({ id }) =>
        !isRelative(row, id) &&
        (mode === 'problem' || id === holder || !isBarredArbitrator(unit, id)),
    )
    return {
      unit_id: row.id,
      block_id: blockId,
      block_name: block.name,
      exam_name: names.exam,
      subject_name: names.subject,
      secret_code: row.secret_code,
      full_milli: block.full_milli,
      arb_view: arbViewOf(rules, unit),
      gap_milli: arbViewOf(rules, unit) === 'none' ? null : gapOf(rules, row, unit),
      gap_points: arbViewOf(rules, unit) === 'none' ? [] : gapPointsOf(rules, row, unit),
      tolerance_milli: unit.secondReading?.toleranceMilli ?? block.tolerance_milli,
      waiting_since: factsOf(row).since,
      held_by: holder === null ? null : (people.get(holder) ?? null),
      handed_over: handOverFor(handOvers.get(row.id), row, { eligible, userId, people }),
      colleagues: mode === 'arbitration' ? colleaguesOf(eligible, userId) : [],
      eligible: eligible.length,
      eligible_online: eligible.filter(({ isOnline }) => isOnline).length,
      blocked_reason: isRelative(row, userId)
        ? '您在这位考生的回避名单中，不能处理这份试卷'
        : blockedReason(mode, unit, holder, userId),
      reason: unit.problem ? (REASON_NAMES[unit.problem.reason] ?? unit.problem.reason) : null,
      note: unit.problem?.note ?? '',
      raised_by: unit.problem ? (people.get(Number(unit.problem.raisedBy)) ?? '系统') : null,
      identical_codes: [...(identical?.get(row.id) ?? [])],
    }
  })
}

const arbitratorOf = (unit: UnitState): number | null => {
  const claim = arbitrationClaim(unit)
  return claim ? Number(claim.markerId) : null
}

function blockedReason(
  mode: LeaderMode,
  unit: UnitState,
  holder: number | null,
  userId: number,
): string | null {
  if (holder === userId) return null
  if (holder !== null) return mode === 'problem' ? '其他题组长正在处理' : '其他仲裁教师正在处理'
  return mode === 'arbitration' && isBarredArbitrator(unit, userId)
    ? '您评阅过这份试卷，不能担任仲裁'
    : null
}
