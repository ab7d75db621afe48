import type { identicalPairs, ReplyOf } from '@hengjuan/contracts'

export type Pair = ReplyOf<typeof identicalPairs>['pairs'][number]
export type PairPaper = Pair['papers'][number]

/** The units of both papers, which name the pair. */
export const unitsOf = ({ papers }: Pair): [number, number] => [
  papers[0]?.unit_id ?? 0,
  papers[1]?.unit_id ?? 0,
]

export const keyOf = (pair: Pair): string => unitsOf(pair).join(' ')

export const codesOf = ({ papers }: Pair): string[] => papers.map(({ secret_code }) => secret_code)

/** Is it a pair of a paper whose code holds what was typed? */
export const hasCode = (pair: Pair, typed: string): boolean =>
  codesOf(pair).some((code) => code.includes(typed.trim().toUpperCase()))

/** The pair to decide after this one: the next in the list, and from the end on the first that was passed over. */
export function waitingAfter(pairs: readonly Pair[], current: Pair): Pair | undefined {
  const at = pairs.indexOf(current)
  return [...pairs.slice(at + 1), ...pairs.slice(0, at)].find(({ verdict }) => verdict === null)
}

/** Why both cannot get no mark of misconduct, where one of them is not marked any more; null where they can. */
export function outText({ papers }: Pick<Pair, 'papers'>): string | null {
  const out = papers.find(({ state }) => state === 'OUT')
  return out
    ? `密号 ${out.secret_code} 的考生缺考或没有答题卡，不能两份都按违纪处理；另一份是问题卷时，请在「问题卷」中单独处理`
    : null
}
