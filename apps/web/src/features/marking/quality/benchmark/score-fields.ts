import { formatMilli, legalScores, type Milli, parseMilli, type ScorePoint } from '@hengjuan/domain'

/** One text a point, as typed. */
export type ScoreTexts = readonly string[]

export const textsOf = (scores: readonly Milli[] | undefined, points: readonly ScorePoint[]) =>
  points.map((_, index) => {
    const score = scores?.[index]
    return score === undefined ? '' : formatMilli(score)
  })

/** The scores that were typed, or what is wrong with the first that can not be given. */
export function scoresOfTexts(
  texts: ScoreTexts,
  points: readonly ScorePoint[],
): { scores: Milli[]; problem: null } | { scores: null; problem: string } {
  const scores: Milli[] = []
  for (const [index, point] of points.entries()) {
    const text = texts[index]?.trim() ?? ''
    if (text === '') return refused(`「${point.name}」未给分，零分也需要输入`)
    const score = parseMilli(text)
    if (score === null || !legalScores(point).includes(score))
      return refused(
        `「${point.name}」应在 0 到 ${formatMilli(point.fullMilli)} 之间，每 ${formatMilli(point.stepMilli)} 分一档`,
      )
    scores.push(score)
  }
  return { scores, problem: null }
}

const refused = (problem: string) => ({ scores: null, problem })
