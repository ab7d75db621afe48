import type { Milli } from '../milli.ts'

/** What somebody set over what was read or marked: another answer, another score, or that it is taken away. */
export type Override = { answer: readonly string[] } | { scoreMilli: Milli } | { isVoid: true }

/** By what it is of: `question:ID`, `block:ID` or `subject`. */
export type ScoreOverrides = Readonly<Record<string, Override>>

export const questionTarget = (id: number): string => `question:${id}`
export const blockTarget = (id: number): string => `block:${id}`
export const SUBJECT_TARGET = 'subject'

/** The same with another override of a target, or with none. */
export function withOverride(
  overrides: ScoreOverrides,
  target: string,
  override: Override | null,
): ScoreOverrides {
  const rest = Object.fromEntries(Object.entries(overrides).filter(([key]) => key !== target))
  return override === null ? rest : { ...rest, [target]: override }
}

/**
 * Does a score fall? A score that was taken away is compared with what it would be without any edit, so that a lower one
 * does not pass by way of none.
 */
export function isLowered(
  before: Milli | null,
  after: Milli | null,
  unedited: Milli | null,
): boolean {
  const reference = before ?? unedited
  return after !== null && reference !== null && after < reference
}

/** The answer of a question that counts. */
export const answerWith = (
  overrides: ScoreOverrides,
  questionId: number,
  answer: string[] | null,
): string[] | null => {
  const own = overrides[questionTarget(questionId)]
  return own && 'answer' in own ? [...own.answer] : answer
}

/** The score of a question that counts. */
export function scoreWith(
  overrides: ScoreOverrides,
  questionId: number,
  score: Milli | null,
): Milli | null {
  const own = overrides[questionTarget(questionId)]
  if (own && 'isVoid' in own) return null
  return own && 'scoreMilli' in own ? own.scoreMilli : score
}

export const isVoided = (overrides: ScoreOverrides, target: string): boolean => {
  const own = overrides[target]
  return own !== undefined && 'isVoid' in own
}
