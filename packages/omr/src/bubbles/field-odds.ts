/**
 * Probability of each option to be meant, from the log odds of the bubbles looked at alone.
 *
 * Where one option is asked for they exclude each other: two marks of the same darkness get one half
 * each, and a strong mark leaves nothing for the trace beside it. Where several may be meant, each
 * stands for itself.
 *
 * @param count how many of the log odds there are
 */
export function optionOdds(
  logits: ArrayLike<number>,
  multiple: boolean,
  count = logits.length,
): number[] {
  const odds: number[] = []
  if (multiple) {
    for (let i = 0; i < count; i++) odds.push(1 / (1 + Math.exp(-logits[i]!)))
    return odds
  }
  let all = 1
  for (let i = 0; i < count; i++) {
    odds.push(Math.exp(logits[i]!))
    all += odds[i]!
  }
  for (let i = 0; i < count; i++) odds[i]! /= all
  return odds
}

/**
 * Probability that exactly the options chosen are meant, no more and no fewer.
 *
 * @param isChosen 1 for each option that is, else 0
 * @returns 0 for two or more options of a field that asks for one
 */
export function setProbability(
  filled: readonly number[],
  isChosen: ArrayLike<number>,
  multiple: boolean,
): number {
  if (multiple) {
    let all = 1
    for (let i = 0; i < filled.length; i++) all *= isChosen[i] === 1 ? filled[i]! : 1 - filled[i]!
    return all
  }
  let chosen = -1
  let any = 0
  for (let i = 0; i < filled.length; i++) {
    any += filled[i]!
    if (isChosen[i] !== 1) continue
    if (chosen >= 0) return 0
    chosen = i
  }
  return chosen >= 0 ? filled[chosen]! : Math.max(0, 1 - any)
}
