import type { leaderList, leaderNext, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { changedWay } from '../../marking-desk/desk/changed-settings.ts'

/** A paper that a leader decides. */
export type LeaderTaskView = NonNullable<ReplyOf<typeof leaderNext>['task']>

/** A paper in the list of those that wait for a leader. */
export type WaitingPaper = ReplyOf<typeof leaderList>['list'][number]

/** The points to score: of an optional group, those of the questions that were chosen. */
export function scoredPoints(
  task: Pick<LeaderTaskView, 'points' | 'choices'>,
  questionIds: readonly number[],
): LeaderTaskView['points'] {
  const nos = task.choices
    .filter((one) => questionIds.includes(one.question_id))
    .map(({ no }) => no)
  return task.points.filter(
    ({ question_no }) => task.choices.length === 0 || nos.includes(question_no ?? ''),
  )
}

/** Are these the questions that were read so far? Only then do earlier scores belong to their points. */
export const isAsRead = (
  { chosen }: Pick<LeaderTaskView, 'chosen'>,
  questionIds: readonly number[],
): boolean => questionIds.length === chosen.length && questionIds.every((id) => chosen.includes(id))

/** What has to be said before anything becomes of the paper; null once every optional question is chosen. */
export function missingChoice(
  { choices, choose }: Pick<LeaderTaskView, 'choices' | 'choose'>,
  questionIds: readonly number[],
): string | null {
  if (choices.length === 0 || questionIds.length === choose) return null
  return `请先选择考生作答的选做题（${choose} 道）`
}

/** What is told over a paper whose digits mean something else than on the one before, of the same block. */
export const wayAfter = (
  before: Pick<LeaderTaskView, 'block_id' | 'is_deductive'> | null,
  now: Pick<LeaderTaskView, 'block_id' | 'is_deductive'> | null,
): string | null =>
  before && now && before.block_id === now.block_id
    ? changedWay(before.is_deductive, now.is_deductive)
    : null

/**
 * The paper that comes after one that is left undecided: the next in the list that is the caller's to take, behind the
 * last the first; null where no other is. One that is gone from the list is left for the first.
 */
export function paperBehind(
  list: readonly Pick<WaitingPaper, 'unit_id' | 'blocked_reason' | 'handed_over'>[],
  unitId: number,
): number | null {
  const at = list.findIndex(({ unit_id }) => unit_id === unitId)
  const others = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))]
  // What was handed over to others is left to them.
  const next = others.find(
    ({ blocked_reason, handed_over }) => blocked_reason === null && handed_over?.is_own !== false,
  )
  return next?.unit_id ?? null
}

/** To sort by how long a paper waits: more for longer. */
export const waitedSince = ({ waiting_since }: Pick<WaitingPaper, 'waiting_since'>): number =>
  -Date.parse(waiting_since)

/** Why readings did not agree: the gap of the totals, or of the points that lie too far apart. */
export function gapText({
  gap_milli,
  tolerance_milli,
  gap_points,
}: Pick<WaitingPaper, 'gap_milli' | 'tolerance_milli' | 'gap_points'>): string {
  const text = (gap: number, tolerance: number) => `${formatMilli(gap)} > ${formatMilli(tolerance)}`
  return gap_points.length > 0
    ? gap_points
        .map((point) => `${point.name} ${text(point.gap_milli, point.tolerance_milli)}`)
        .join('，')
    : text(gap_milli ?? 0, tolerance_milli)
}

/** The gap of the totals in a sentence. Where only the best questions count, the totals beside it do not show it. */
export function totalGapText(
  task: Pick<LeaderTaskView, 'gap_milli' | 'tolerance_milli' | 'best_of'>,
): string {
  const { gap_milli, tolerance_milli, best_of } = task
  const of = best_of === null ? '' : `各次评阅合计最高的 ${best_of} 题，`
  return `${of}分差 ${formatMilli(gap_milli ?? 0)} > 阈值 ${formatMilli(tolerance_milli)} 分`
}
