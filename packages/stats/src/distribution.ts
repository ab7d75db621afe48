/** The largest whole number that every value is a multiple of; 1 where all are 0. Negative values say nothing. */
export function commonStep(values: ArrayLike<number>): number {
  let step = 0
  for (let index = 0; index < values.length; index++) {
    let value = values[index]!
    if (value <= 0 || (step > 0 && value % step === 0)) continue
    while (value > 0) [step, value] = [value, step % value]
    if (step === 1) return 1
  }
  return step || 1
}

/**
 * Places of those who have a score, highest first, equal ones in the order of the places. By counting: no score is
 * compared with another.
 *
 * @param scores whole numbers, negative for none
 */
export function orderDown(scores: Int32Array): Int32Array {
  const step = commonStep(scores)
  let highest = -1
  let found = 0
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!
    if (score < 0) continue
    found++
    if (score > highest) highest = score
  }
  if (found === 0) return new Int32Array(0)
  const last = highest / step
  // Where those with a score begin; the highest first.
  const starts = new Int32Array(last + 2)
  for (let place = 0; place < scores.length; place++)
    if (scores[place]! >= 0) starts[last - scores[place]! / step + 1]!++
  for (let value = 1; value <= last; value++) starts[value] = starts[value]! + starts[value - 1]!
  const order = new Int32Array(found)
  for (let place = 0; place < scores.length; place++)
    if (scores[place]! >= 0) order[starts[last - scores[place]! / step]!++] = place
  return order
}
