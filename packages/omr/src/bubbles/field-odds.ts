/**
 * Probability of each option to be meant, from the log odds of the bubbles looked at alone.
 *
 * Where one option is asked for they exclude each other: two marks of the same darkness get one half
 * each, and a strong mark leaves nothing for the trace beside it. Where several may be meant, each
 * stands for itself.
 */
export function optionOdds(logits: readonly number[], multiple: boolean): number[] {
  if (multiple) return logits.map((logit) => 1 / (1 + Math.exp(-logit)))
  const odds = logits.map(Math.exp)
  const all = odds.reduce((sum, one) => sum + one, 1)
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
  if (multiple) return filled.reduce((product, p, i) => product * (isChosen[i] ? p : 1 - p), 1)
  const chosen = filled.filter((_, i) => isChosen[i])
  if (chosen.length > 1) return 0
  return chosen[0] ?? Math.max(0, 1 - filled.reduce((sum, p) => sum + p, 0))
}
