import { ABSENT, NO_RECORD, PRESENT } from '../attendance.ts'
import type { Attendance } from '../attendance.ts'
import type { OptionalPolicy } from '../mark-codes.ts'
import type { Milli } from '../milli.ts'
import { roundSubjectTotal } from './subject-round.ts'
import type { SubjectRound } from './subject-round.ts'

/** A scored item or block of a candidate. `scoreMilli` null: not scored yet, or void. */
export interface ItemScore {
  id: string
  kind: 'objective' | 'subjective'
  fullMilli: Milli
  scoreMilli: Milli | null
  /** Out of full mark and sum. */
  void?: boolean
  /** `NR`: not responded, sums as 0. */
  reason?: 'NR' | 'ZERO' | null
  /** Optional questions of one group share this id. */
  optionalGroup?: string
}

/** How answers to a group of optional questions count. */
export interface OptionalGroup {
  id: string
  /** How many questions the candidate answers. */
  choose: number
  policy: OptionalPolicy
  /** `by_mark`: the ids that the candidate chose on the sheet. */
  chosen?: readonly string[]
}

export interface ScoreAdjustment {
  deltaMilli: Milli
  reason: string
}

export interface SubjectInput {
  attendance: Attendance
  items: readonly ItemScore[]
  optionalGroups?: readonly OptionalGroup[]
  adjustments?: readonly ScoreAdjustment[]
  /** A last rounding of the subject score; without it the score stays exact. */
  round?: SubjectRound
}

export interface SubjectScore {
  attendance: Attendance
  /** Null unless present and complete. A present candidate with 0 has 0. */
  scoreMilli: Milli | null
  objectiveMilli: Milli | null
  subjectiveMilli: Milli | null
  fullMilli: Milli
  /** Items that have no score yet; the subject can not be published before. */
  missing: readonly string[]
}

/**
 * The subject score of a candidate: objective items, block finals and adjustments.
 *
 * Only a present candidate has scores; absent, no record and not selected have null, never 0.
 *
 * @source domain rules 1.5, 3.10, 9 (1)
 */
export function subjectScore(input: SubjectInput): SubjectScore {
  const counted = countedItems(input)
  const fullMilli = fullOfSubject(input)
  const missing = counted.filter(({ scoreMilli }) => scoreMilli === null).map(({ id }) => id)
  const none = { scoreMilli: null, objectiveMilli: null, subjectiveMilli: null }
  const { attendance } = input
  if (attendance !== PRESENT) return { attendance, ...none, fullMilli, missing: [] }
  if (missing.length > 0) return { attendance, ...none, fullMilli, missing }

  const sumOf = (kind: ItemScore['kind']) =>
    counted.reduce((sum, item) => sum + (item.kind === kind ? (item.scoreMilli ?? 0) : 0), 0)
  const [objectiveMilli, subjectiveMilli] = [sumOf('objective'), sumOf('subjective')]
  const adjusted = (input.adjustments ?? []).reduce(
    (sum, { deltaMilli }) => sum + deltaMilli,
    objectiveMilli + subjectiveMilli,
  )
  const exactMilli = Math.min(fullMilli, Math.max(0, adjusted))
  const scoreMilli = input.round
    ? roundSubjectTotal(exactMilli, fullMilli, input.round)
    : exactMilli
  return { attendance, scoreMilli, objectiveMilli, subjectiveMilli, fullMilli, missing }
}

/** The items that count for this candidate: not void, and of optional groups the ones that apply. */
function countedItems({ items, optionalGroups = [] }: SubjectInput): ItemScore[] {
  const live = items.filter((item) => !item.void)
  const groupIds = optionalGroups.map(({ id }) => id)
  return [
    ...live.filter(({ optionalGroup }) => !groupIds.includes(optionalGroup ?? '')),
    ...optionalGroups.flatMap((group) =>
      countedOfGroup(
        live.filter(({ optionalGroup }) => optionalGroup === group.id),
        group,
      ),
    ),
  ]
}

function countedOfGroup(items: readonly ItemScore[], group: OptionalGroup): ItemScore[] {
  if (group.policy === 'mark_all_take_best')
    return [...items]
      .sort((a, b) => (b.scoreMilli ?? Infinity) - (a.scoreMilli ?? Infinity))
      .slice(0, group.choose)
  const chosen = items.filter(({ id }) => group.chosen?.includes(id))
  // None or too many chosen is for a person to settle: the group stays without a score.
  if (chosen.length === 0 || chosen.length > group.choose)
    return [{ id: group.id, kind: 'subjective', fullMilli: 0, scoreMilli: null }]
  return chosen
}

/** Full mark of the subject; an optional group counts once, by its largest questions. */
export function fullOfSubject({
  items,
  optionalGroups = [],
}: Pick<SubjectInput, 'items' | 'optionalGroups'>): Milli {
  const live = items.filter((item) => !item.void)
  const groupIds = optionalGroups.map(({ id }) => id)
  const fullOf = (list: readonly ItemScore[]) => list.reduce((sum, item) => sum + item.fullMilli, 0)
  const plain = fullOf(live.filter(({ optionalGroup }) => !groupIds.includes(optionalGroup ?? '')))
  return optionalGroups.reduce((total, { id, choose }) => {
    const group = live.filter(({ optionalGroup }) => optionalGroup === id)
    return total + fullOf(group.sort((a, b) => b.fullMilli - a.fullMilli).slice(0, choose))
  }, plain)
}

export type PartialTotal = 'unranked' | 'as_zero' | 'exclude'

export interface SubjectResult {
  attendance: Attendance
  scoreMilli: Milli | null
  /** A required subject that is missing makes the total partial. Default true. */
  required?: boolean
}

export interface TotalScore {
  scoreMilli: Milli | null
  partial: boolean
  /** In ranks and averages of totals? */
  ranked: boolean
}

/**
 * The total of a candidate: the sum of subjects that were sat.
 *
 * A subject not selected never makes a total partial; an absence or a missing sheet in a required
 * subject does. A partial total is shown without a rank (`unranked`), counts with zeros (`as_zero`) or
 * is left out (`exclude`).
 *
 * @returns null for nobody present in any subject, and for an excluded partial total
 * @source domain rules 1.5
 */
export function totalScore(
  subjects: readonly SubjectResult[],
  partialTotal: PartialTotal = 'unranked',
): TotalScore {
  const sat = subjects.filter(({ attendance }) => attendance === PRESENT)
  const partial = subjects.some(
    ({ attendance, required, scoreMilli }) =>
      (required ?? true) &&
      (attendance === ABSENT ||
        attendance === NO_RECORD ||
        (attendance === PRESENT && scoreMilli === null)),
  )
  if (sat.length === 0 || (partial && partialTotal === 'exclude'))
    return { scoreMilli: null, partial, ranked: false }
  const scoreMilli = sat.reduce((sum, subject) => sum + (subject.scoreMilli ?? 0), 0)
  return { scoreMilli, partial, ranked: !partial || partialTotal === 'as_zero' }
}
