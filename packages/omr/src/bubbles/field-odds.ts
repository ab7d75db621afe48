/**
 * Probability of each option to be meant, from the log odds of the bubbles looked at alone.
 *
 * Where one option is asked for they exclude each other: two marks of the same darkness get one half
 * each, and a strong mark leaves nothing for the trace beside it. Where several may be meant, each
 * stands for itself.
 */
export function optionOdds(logits: readonly number[], multiple: boolean): number[] {
  if (multiple) return logits.map((logit) => 1 / (1 + Math.exp(-logit)))
  const odds = logits.map((logit) => Math.exp(logit))
  let all = 1
  for (const one of odds) all += one
  return odds.map((one) => one / all)
}

/**
 * Probability that exactly the options chosen are meant, no more and no fewer.
 *
 * @returns 0 for two or more options of a field that asks for one
 */
export function setProbability(
  filled: readonly number[],
  isChosen: readonly boolean[],
  multiple: boolean,
): number {
  if (multiple) {
    let all = 1
    for (let i = 0; i < filled.length; i++) all *= isChosen[i] ? filled[i]! : 1 - filled[i]!
    return all
  }
  const first = isChosen.indexOf(true)
  if (first !== isChosen.lastIndexOf(true)) return 0
  if (first >= 0) return filled[first]!
  let any = 0
  for (const one of filled) any += one
  return Math.max(0, 1 - any)
}
