import { type ResultColumns, hasBit, type SubjectColumns } from './columns.ts'
import type { Ratio } from './figures.ts'

const kept = new WeakMap<SubjectColumns, { n: Uint32Array; sum: Float64Array }[]>()

/**
 * Points got over points to be got in a question, of each class.
 *
 * @param subject place of the subject
 * @param item place of the question
 */
export function classRates(
  columns: ResultColumns,
  subject: number,
  item: number,
  fullMilli: number,
): Ratio[] {
  const { n, sum } = classSums(columns, columns.subjects[subject]!)[item]!
  return Array.from(n, (count, klass) => ({ num: sum[klass]!, den: count * fullMilli }))
}

/** Of each question the candidates who count, and their points, by class: made once, from runs. */
function classSums({ classStart }: ResultColumns, subject: SubjectColumns) {
  const known = kept.get(subject)
  if (known) return known
  const classes = classStart.length - 1
  const { totalMilli } = subject
  const made = subject.items.map(({ values, unit, notCounted, noMark }) => {
    const [counts, sums] = [new Uint32Array(classes), new Float64Array(classes)]
    const isWhole = !notCounted && !noMark
    for (let klass = 0; klass < classes; klass++) {
      let [n, sum] = [0, 0]
      for (let place = classStart[klass]!; place < classStart[klass + 1]!; place++) {
        if (totalMilli[place]! < 0) continue
        if (!isWhole && (hasBit(notCounted, place) || hasBit(noMark, place))) continue
        n++
        sum += values[place]!
      }
      counts[klass] = n
      sums[klass] = sum * unit
    }
    return { n: counts, sum: sums }
  })
  kept.set(subject, made)
  return made
}

/**
 * How a class does in a question against how it does in the whole paper, both beside a reference: 内在表现.
 *
 * @source reports R19
 */
export const ownFactor = (
  rates: { item: number; paper: number },
  reference: { item: number; paper: number },
): number => rates.item - reference.item - (rates.paper - reference.paper)
