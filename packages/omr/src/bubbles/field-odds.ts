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
  for (let i = 0; i < odds.length; i++) all += odds[i]!
  for (let i = 0; i < odds.length; i++) odds[i]! /= all
  return odds
}

/**
 * Probability that exactly the options chosen are meant, no more and no fewer.
 *
 * @param isChosen of an option, by its place
 * @returns 0 for two or more options of a field that asks for one
 */
export function setProbability(
  filled: readonly number[],
  isChosen: (index: number) => boolean,
  multiple: boolean,
): number {
  if (multiple) {
    let all = 1
    for (let i = 0; i < filled.length; i++) all *= isChosen(i) ? filled[i]! : 1 - filled[i]!
    return all
  }
  let chosen = -1
  let any = 0
  for (let i = 0; i < filled.length; i++) {
    any += filled[i]!
    if (!isChosen(i)) continue
    if (chosen >= 0) return 0
    chosen = i
  }
  return chosen >= 0 ? filled[chosen]! : Math.max(0, 1 - any)
}
