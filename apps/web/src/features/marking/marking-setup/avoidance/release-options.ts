import type { ReplyOf, stuckGet } from '@hengjuan/contracts'
import { AVOIDANCE_RULES, type AvoidanceRule } from '@hengjuan/domain'

export type StuckPaper = ReplyOf<typeof stuckGet>['list'][number]

/** What could be relaxed for some of the papers that are ticked. */
interface ReleaseChoice {
  rules: AvoidanceRule[]
  unitIds: number[]
  /** Everybody who could read at least one of them. */
  markers: string[]
}

export const rulesText = (rules: readonly AvoidanceRule[]): string =>
  rules.map((rule) => AVOIDANCE_RULES[rule]).join('＋')

/** The choices for some papers, in the order in which the papers offer them: the most papers first. */
export function choicesFor(papers: readonly StuckPaper[]): ReleaseChoice[] {
  const choices = new Map<string, ReleaseChoice>()
  for (const { unit_id, options } of papers)
    for (const { rules, markers } of options) {
      const key = [...rules].sort().join(' ')
      const choice = choices.get(key) ?? { rules, unitIds: [], markers: [] }
      choice.unitIds.push(unit_id)
      choice.markers = [...new Set([...choice.markers, ...markers])]
      choices.set(key, choice)
    }
  const weightOf = ({ rules }: ReleaseChoice) => (rules.includes('relative') ? 1 : 0)
  return [...choices.values()].toSorted(
    (a, b) => weightOf(a) - weightOf(b) || b.unitIds.length - a.unitIds.length,
  )
}
