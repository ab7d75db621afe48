import type { ErrorCode } from '../../error-book.ts'
import { formatMilli } from '../../milli.ts'
import type { Milli } from '../../milli.ts'

/** A row of a block that is scored by itself; legal scores are 0, step, 2 step … full. */
export interface ScorePoint {
  name: string
  fullMilli: Milli
  stepMilli: Milli
}

/** A refusal to be shown to the user: a code of the error book and what fills its sentence. */
export interface Refusal {
  code: ErrorCode
  facts: Readonly<Record<string, string | number>>
}

/** The scores that may be given for a point, ascending. */
export function legalScores(point: ScorePoint): Milli[] {
  const count = Math.floor(point.fullMilli / point.stepMilli)
  return Array.from({ length: count + 1 }, (_, index) => index * point.stepMilli)
}

/** The grid on which the totals of all points lie: the largest step that each of theirs is a multiple of. */
export const stepOfTotals = (points: readonly Pick<ScorePoint, 'stepMilli'>[]): Milli =>
  points.reduce((grid, { stepMilli }) => commonStep(grid, stepMilli), 0)

const commonStep = (a: Milli, b: Milli): Milli => (b === 0 ? a : commonStep(b, a % b))

export const fullOfPoints = (points: readonly Pick<ScorePoint, 'fullMilli'>[]): Milli =>
  points.reduce((sum, point) => sum + point.fullMilli, 0)

/** 「内容 15、表达 16.5」 */
export const pointsText = (
  points: readonly Pick<ScorePoint, 'name'>[],
  scores: readonly Milli[],
): string =>
  points.map(({ name }, index) => `${name} ${formatMilli(scores[index] ?? 0)}`).join('、')

/** A score point whose score somebody changed. */
export interface PointChange {
  name: string
  before_milli: Milli
  after_milli: Milli
}

/** Points between two lists of scores that differ; none where the lists are not of these points. */
export function pointChanges(
  points: readonly Pick<ScorePoint, 'name'>[],
  before: readonly Milli[],
  after: readonly Milli[],
): PointChange[] {
  if (before.length !== points.length || after.length !== points.length) return []
  return points
    .map(({ name }, index) => ({
      name,
      before_milli: before[index] ?? 0,
      after_milli: after[index] ?? 0,
    }))
    .filter(({ before_milli, after_milli }) => before_milli !== after_milli)
}

/** 「列方程 4 → 3、求解 2.5 → 3.5」 */
export const changesText = (changes: readonly PointChange[]): string =>
  changes
    .map(
      ({ name, before_milli, after_milli }) =>
        `${name} ${formatMilli(before_milli)} → ${formatMilli(after_milli)}`,
    )
    .join('、')

export const sumOfScores = (scores: readonly Milli[]): Milli =>
  scores.reduce((sum, score) => sum + score, 0)

/** Why a point can not be scored as set up; null when it can. @source domain rules 3.9 */
export function checkScorePoint(point: ScorePoint): Refusal | null {
  const { name, fullMilli, stepMilli } = point
  if (stepMilli > 0 && fullMilli > 0 && fullMilli % stepMilli === 0) return null
  return {
    code: 'MARKING_STEP_INVALID',
    facts: { point: name, step: formatMilli(stepMilli), full: formatMilli(fullMilli) },
  }
}

/**
 * Checks the scores of a block, one for each point: all given, in range, on the grid.
 *
 * Null in `scores` is a point without a score; zero must be given like any other score.
 *
 * @returns what is wrong with the first bad point; null when all are good
 * @source domain rules 3.9
 */
export function checkScores(
  points: readonly ScorePoint[],
  scores: readonly (Milli | null)[],
): Refusal | null {
  if (scores.length !== points.length)
    return {
      code: 'MARKING_POINT_COUNT',
      facts: { expected: points.length, actual: scores.length },
    }
  for (const [index, point] of points.entries()) {
    const refusal = checkScore(point, scores[index] ?? null)
    if (refusal) return refusal
  }
  return null
}

function checkScore(point: ScorePoint, score: Milli | null): Refusal | null {
  const { name, fullMilli, stepMilli } = point
  if (score === null) return { code: 'MARKING_EMPTY_POINT', facts: { point: name } }
  if (!(score >= 0 && score <= fullMilli))
    return {
      code: 'MARKING_SCORE_OUT_OF_RANGE',
      facts: { point: name, full: formatMilli(fullMilli) },
    }
  if (Number.isInteger(score) && score % stepMilli === 0) return null
  return {
    code: 'MARKING_OFF_GRID',
    facts: { point: name, score: formatMilli(score), allowed: allowedText(point) },
  }
}

const LISTED_SCORES = 13

/** "0、0.5、1" or, for a long list, "0 到 60 分，每 0.5 分一档". */
export function allowedText(point: ScorePoint): string {
  const legal = legalScores(point)
  if (legal.length <= LISTED_SCORES) return legal.map(formatMilli).join('、')
  return `0 到 ${formatMilli(point.fullMilli)} 分，每 ${formatMilli(point.stepMilli)} 分一档`
}

/**
 * Turns a corrected total into scores of points, by changing as few points as possible.
 *
 * Coarse steps move first, later points before earlier ones. Where that leaves a rest that nothing can take, as
 * half a point beside a whole one, points move further, or against each other. Null when the total can not be
 * reached.
 */
export function spreadTotal(
  points: readonly ScorePoint[],
  from: readonly Milli[],
  totalMilli: Milli,
): Milli[] | null {
  const scores = points.map((_, index) => from[index] ?? 0)
  const order = points
    .map((point, index) => ({ ...point, index, before: scores[index] ?? 0 }))
    .sort((a, b) => b.stepMilli - a.stepMilli || b.index - a.index)
  /** What was found to be missing beyond what the points from here on can make up. */
  const outOfReach = new Set<string>()
  const move = (at: number, missing: Milli): boolean => {
    const point = order[at]
    if (!point) return missing === 0
    const place = `${at} ${missing}`
    if (outOfReach.has(place)) return false
    for (const score of nearestScores(point, missing)) {
      scores[point.index] = score
      if (move(at + 1, missing - (score - point.before))) return true
    }
    outOfReach.add(place)
    return false
  }
  return move(0, totalMilli - sumOfScores(scores)) ? scores : null
}

/** Scores of a point, that first which makes up most of what is missing without going beyond it. */
function nearestScores(point: ScorePoint & { before: Milli }, missing: Milli): Milli[] {
  const { fullMilli, stepMilli, before } = point
  const room = missing > 0 ? fullMilli - before : before
  const moved = Math.floor(Math.min(Math.abs(missing), room) / stepMilli) * stepMilli
  const wanted = before + Math.sign(missing) * moved
  return legalScores(point).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
}

export type KeyOutcome =
  | { kind: 'accepted'; scoreMilli: Milli }
  | { kind: 'waiting'; buffer: string }
  | { kind: 'refused' }

/**
 * Prefix-aware entry of a score: one more key typed after `buffer`.
 *
 * One legal score begins with the text: accepted at once. Several: waits for the next key. None: the
 * key is refused and the old text stays. A full stop begins the decimals; `;` adds half a point.
 *
 * @param legal scores of `legalScores`
 * @source ui D2
 */
export function acceptKey(buffer: string, key: string, legal: readonly Milli[]): KeyOutcome {
  const text = typedText(buffer, key)
  if (text === null) return { kind: 'refused' }
  const completions = legal.filter((score) => formatMilli(score).startsWith(text))
  if (completions.length === 0) return { kind: 'refused' }
  if (completions.length === 1 && completions[0] !== undefined)
    return { kind: 'accepted', scoreMilli: completions[0] }
  return { kind: 'waiting', buffer: text }
}

/** Enter or the next-point key: takes the text as it stands if it is a legal score. */
export function closeEntry(buffer: string, legal: readonly Milli[]): KeyOutcome {
  const score = legal.find((candidate) => formatMilli(candidate) === buffer)
  return score === undefined ? { kind: 'refused' } : { kind: 'accepted', scoreMilli: score }
}

function typedText(buffer: string, key: string): string | null {
  if (/^\d$/.test(key)) return buffer + key
  if (buffer.includes('.')) return null
  if (key === '.') return `${buffer || '0'}.`
  if (key === ';') return `${buffer || '0'}.5`
  return null
}
