import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Decider, NewDecision } from '../decide.ts'
import { describeDecision } from '../describe-decision.ts'
import { chunksOf } from '../facts.query.ts'
import type { DecisionKind, DecisionValue } from '../judge/facts.ts'
import type { Action } from './action.ts'
import { timeText } from '../../../wall-clock.ts'

/** Decisions about one thing. What is not listed has nothing to disagree with. */
const SUBJECT_OF: Partial<Record<DecisionKind, string>> = {
  identity: 'identity',
  answer: 'answer',
  absence: 'absence',
  missing: 'missing',
  // Who accepts a page's boxes saw another place than the one that somebody pointed out since.
  locate: 'page',
  page: 'page',
}

/** Decisions that stand, of those that an action would contradict. */
interface Rival {
  id: number
  kind: DecisionKind
  target: string
  value: DecisionValue
  rawValue: string
  actorId: number
  name: string
  at: string
  station: string | null
}

/**
 * Holds what an action decides against what stands by now.
 *
 * @returns what is new, and the ids of decisions that say the same already
 * @throws AppError SCAN_DECIDED_OTHERWISE: another person decided otherwise, or the same person did so
 *   later somewhere else
 */
export async function agreeWithOthers(
  db: Db,
  who: Decider,
  action: Action,
  wanted: readonly NewDecision[],
): Promise<{ made: NewDecision[]; agreed: number[] }> {
  const made: NewDecision[] = []
  const agreed: number[] = []
  const rivals = await selectRivals(db, [
    ...new Set(wanted.flatMap(({ sheetId }) => sheetId ?? [])),
  ])
  for (const decision of wanted) {
    const standing = rivals.get(decision.sheetId ?? '') ?? []
    const same = sameAs(decision, standing)
    if (same !== undefined) {
      agreed.push(same)
      continue
    }
    const last = standing.findLast((rival) => isAbout(decision, rival))
    if (last && !isOwn(who, action, last)) throw await refusal(db, last)
    made.push(decision)
  }
  return { made, agreed }
}

const isAbout = (decision: NewDecision, rival: Rival): boolean => {
  const subject = SUBJECT_OF[decision.kind]
  return (
    subject !== undefined &&
    SUBJECT_OF[rival.kind] === subject &&
    rival.target === (decision.target ?? '')
  )
}

/** The decision that says the same already. */
function sameAs(decision: NewDecision, standing: readonly Rival[]): number | undefined {
  if (decision.kind === 'verify' && decision.value.codes) {
    const before = standing.filter(
      ({ kind, target }) => kind === 'verify' && target === (decision.target ?? ''),
    )
    const known = before.flatMap(({ value }) => value.codes ?? decision.value.codes ?? [])
    const covered = decision.value.codes.every((code) => known.includes(code))
    return covered ? before.at(-1)?.id : undefined
  }
  const last = standing.findLast((rival) => isAbout(decision, rival))
  return last?.kind === decision.kind && isDeepStrictEqual(last.value, plain(decision.value))
    ? last.id
    : undefined
}

/** As it comes back from the database. */
const plain = (value: DecisionValue): DecisionValue =>
  JSON.parse(JSON.stringify(value)) as DecisionValue

/** An operator may think again; what they decided later at the portal is their last word. */
const isOwn = (who: Decider, action: Action, rival: Rival): boolean =>
  rival.actorId === who.session.userId &&
  (rival.station === action.station || rival.at <= action.decidedAt)

async function selectRivals(db: Db, sheetIds: readonly string[]): Promise<Map<string, Rival[]>> {
  const rivals: [string, Rival][] = []
  for (const ids of chunksOf(sheetIds)) {
    const rows = await db
      .selectFrom('scan_decision')
      .innerJoin('user', 'user.id', 'scan_decision.actor_id')
      .leftJoin('station_action', 'station_action.id', 'scan_decision.action_id')
      .where('scan_decision.sheet_id', 'in', ids)
      .where('scan_decision.undone_at', 'is', null)
      .select([
        'scan_decision.id',
        'scan_decision.sheet_id',
        'scan_decision.kind',
        'scan_decision.target',
        'scan_decision.value',
        'scan_decision.actor_id',
        'scan_decision.at',
        'user.name',
        'station_action.station',
      ])
      .orderBy('scan_decision.id')
      .execute()
    for (const row of rows)
      rivals.push([
        row.sheet_id ?? '',
        {
          id: row.id,
          kind: row.kind as DecisionKind,
          target: row.target,
          value: JSON.parse(row.value) as DecisionValue,
          rawValue: row.value,
          actorId: row.actor_id,
          name: row.name,
          at: row.at,
          station: row.station,
        },
      ])
  }
  return new Map(
    [...Map.groupBy(rivals, ([sheetId]) => sheetId)].map(([sheetId, list]) => [
      sheetId,
      list.map(([, rival]) => rival),
    ]),
  )
}

async function refusal(db: Db, rival: Rival): Promise<AppError> {
  const { candidate_id } = rival.value
  const candidate =
    candidate_id === undefined
      ? undefined
      : await db
          .selectFrom('candidate')
          .select(['name', 'exam_no'])
          .where('id', '=', candidate_id)
          .executeTakeFirst()
  const names = new Map(
    candidate && candidate_id !== undefined
      ? [[candidate_id, `${candidate.name}（${candidate.exam_no}）`]]
      : [],
  )
  return new AppError('SCAN_DECIDED_OTHERWISE', {
    name: rival.name,
    time: timeText(rival.at),
    decision: describeDecision({ ...rival, value: rival.rawValue }, names),
  })
}
