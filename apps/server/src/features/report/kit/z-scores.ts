import { referenceOf, zScore } from '@hengjuan/domain'
import { scoreColumn, scoresOf } from '@hengjuan/stats'
import type { ReportContext } from './context.ts'
import { baseOf } from './groups.ts'

/** Z of every subject that the caller sees, by candidate; of whom it is taken among is said below the table. */
export function zScoresIn(context: ReportContext) {
  const { version, subjects } = context
  const columns = subjects.map((at) => {
    const { totalMilli, id } = version.columns.subjects[at]!
    const { members } = baseOf(context, scoreColumn(version, id))
    const spread = referenceOf(scoresOf(totalMilli, members))
    return { totalMilli, spread }
  })
  return (place: number): (number | null)[] =>
    columns.map(({ totalMilli, spread }) =>
      totalMilli[place]! < 0 || !spread ? null : zScore(totalMilli[place]!, spread),
    )
}

export function spreadOf(zs: readonly (number | null)[]): number | null {
  const known = zs.filter((z) => z !== null)
  return known.length < 2 ? null : Math.max(...known) - Math.min(...known)
}
