import { MILLI_PER_POINT } from '@hengjuan/domain'
import type { ItemStatistics } from './item-statistics.ts'
import type { ManifestQuestion } from './manifest.ts'

/** What is odd about a question, in the words of the report. @source reports R21 */
export const ITEM_FLAGS = {
  discrimination_negative: '区分度为负，请核对答案',
  discrimination_low: '区分度低于 0.20',
  too_easy: '难度高于 0.95，几乎人人得分',
  too_hard: '难度低于 0.10，几乎无人得分',
  key_r_not_positive: '选正确答案者的总分不高于其他人，请核对答案',
  distractor_r_positive: '有干扰项的选择者总分偏高',
  distractor_beats_key_at_top: '高分组选某干扰项的人多于选正确答案的人',
  distractor_unused: '有干扰项的选择者不足 2%',
  omitted_often: '超过 15% 的人未作答',
  efficiency_low: '区分效率低于 0.15',
  weight_off: '实际权重不足设定的一半，或超过两倍',
  all_or_nothing: '主观题只有满分和零分',
  third_often: '三评率超过各题组中位数的三倍，请核对评分标准',
  dif_large: 'DIF 为 C 级，总分相同的两组答对的机会不同',
} as const

export type ItemFlag = keyof typeof ITEM_FLAGS

/** Below this many candidates flags are for reference only: 供参考. */
export const SURE_FROM = 100

/** A written question for fewer points has no marks in between, as a rule. */
const MARKS_BETWEEN_FROM = 2 * MILLI_PER_POINT

/** What is known of a question beside its scores. */
export interface BesideItem {
  /** Questions that a third reader is asked for far more often than for the others. */
  oftenThird?: ReadonlySet<number>
  /** Of two groups, where they are compared. */
  dif?: 'A' | 'B' | 'C' | null
}

/** Flags of a question, in the order of `ITEM_FLAGS`. None where its indices are not shown. */
export function itemFlags(
  item: ItemStatistics,
  { oftenThird, dif }: BesideItem = {},
): { flags: ItemFlag[]; isTentative: boolean } {
  const { question, n, options } = item
  const [d, p] = [item.discrimination, item.difficulty]
  const optionFlags = new Set(p === null ? [] : options?.flags.map(({ flag }) => flag))
  const weight =
    item.effectiveWeight === null || !item.intendedWeight
      ? null
      : item.effectiveWeight / item.intendedWeight
  const has: Record<ItemFlag, boolean> = {
    discrimination_negative: d !== null && d < 0,
    discrimination_low: d !== null && d >= 0 && d < 0.2,
    too_easy: p !== null && p > 0.95,
    too_hard: p !== null && p < 0.1,
    key_r_not_positive: optionFlags.has('key_r_not_positive'),
    distractor_r_positive: optionFlags.has('distractor_r_positive'),
    distractor_beats_key_at_top: optionFlags.has('distractor_beats_key_at_top'),
    distractor_unused:
      p !== null &&
      (options?.rows.some(({ isKey, count }) => !isKey && count * 50 < options.n) ?? false),
    omitted_often: p !== null && item.omitted.num * 100 > 15 * item.omitted.den,
    efficiency_low: item.efficiency !== null && item.efficiency < 0.15,
    weight_off: p !== null && weight !== null && (weight < 0.5 || weight > 2),
    all_or_nothing:
      p !== null &&
      !question.objective &&
      question.fullMilli >= MARKS_BETWEEN_FROM &&
      item.fullCount + item.zeroCount === n,
    third_often: p !== null && (oftenThird?.has(question.id) ?? false),
    dif_large: p !== null && dif === 'C',
  }
  const flags = (Object.keys(ITEM_FLAGS) as ItemFlag[]).filter((flag) => has[flag])
  return { flags, isTentative: n < SURE_FROM }
}

/** So many papers with two readings before the share of third ones of a block says something. */
const LEAST_PAIRS_OF_BLOCK = 20
/** Fewer blocks have no usual share. */
const LEAST_BLOCKS = 3
const TIMES_USUAL = 3
/** Where most blocks need no third reading at all, one in a hundred is usual. */
const LEAST_USUAL = 0.01

/** Questions in a block whose share of third readings is over three times that of the middle block. @source reports R21 */
export function oftenReadThrice(
  questions: readonly Pick<ManifestQuestion, 'id' | 'blocks'>[],
): ReadonlySet<number> {
  const shares = new Map<number, number>()
  for (const { blocks } of questions)
    for (const { id, third } of blocks)
      if (third && third.den >= LEAST_PAIRS_OF_BLOCK) shares.set(id, third.num / third.den)
  if (shares.size < LEAST_BLOCKS) return new Set()
  const usual = Math.max(LEAST_USUAL, middleOf([...shares.values()]))
  const isOften = (id: number): boolean => (shares.get(id) ?? 0) > TIMES_USUAL * usual
  return new Set(
    questions.filter(({ blocks }) => blocks.some(({ id }) => isOften(id))).map(({ id }) => id),
  )
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}
