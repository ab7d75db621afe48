import type { Milli } from '../../milli.ts'
import type { InputSign } from './input-signs.ts'

/** What speaks for marking by a program. Two together are told to the leader; nobody is stopped by them. */
export const AUTOMATION_SIGNALS = {
  regular: '提交间隔过于均匀',
  monotonous: '给分过于单一',
  tireless: '连续评阅超过 4 小时没有停顿',
  synthetic: '按键和点击由脚本产生',
  uniform: '每次按键时长几乎相同',
} as const
export type AutomationSignal = keyof typeof AUTOMATION_SIGNALS

/** So many signals make an alert. */
export const AUTOMATION_ALERT = 2

const WINDOW = 50
const LEAST_VARIATION = 0.15
const ENTROPY_SHARE = 0.5
const MINUTE_MS = 60_000
const TIRELESS_MS = 240 * MINUTE_MS
/** A gap as long as this is a pause. */
const PAUSE_MS = 5 * MINUTE_MS

export interface AutomationEvidence {
  signal: AutomationSignal
  /** In Chinese, with the figures it rests on. */
  text: string
}

interface AutomationLook {
  page?: readonly InputSign[]
  spell?: 'any' | 'last'
  elsewhere?: readonly number[]
}

interface TimedScore {
  /** When it was submitted, milliseconds since 1970. */
  at: number
  scoreMilli: Milli
}

/**
 * Signals of a marker's readings in a block.
 *
 * `regular`: some 50 intervals in a row vary by less than 15 % of their mean; a program that waits for papers
 * at the end of the day was one before. `monotonous`: the entropy of the
 * last 50 scores is less than half of the pool's. `tireless`: more than four hours without a pause of five
 * minutes, some of them in this block: who goes from block to block rests in none.
 *
 * @param pool all scores of the block
 * @param options `page`: what the marking page saw in its own input. `spell`: whether regular intervals count
 *   whenever they were, or only the last ones. `elsewhere`: when the same person submitted in other blocks
 * @source domain rules 7.6
 */
export const automationSignals = (
  own: readonly TimedScore[],
  pool: readonly Milli[],
  options: AutomationLook = {},
): AutomationSignal[] => automationEvidence(own, pool, options).map(({ signal }) => signal)

/** The same signals, each with the figures behind it in words for the leader. @source domain rules 7.6 */
export function automationEvidence(
  own: readonly TimedScore[],
  pool: readonly Milli[],
  { page = [], spell = 'any', elsewhere = [] }: AutomationLook = {},
): AutomationEvidence[] {
  const inOrder = own.toSorted((a, b) => a.at - b.at)
  const gaps = inOrder.slice(1).map(({ at }, index) => at - (inOrder[index]?.at ?? at))
  const found: AutomationEvidence[] = []
  const add = (signal: AutomationSignal, figures?: string) =>
    found.push({
      signal,
      text: AUTOMATION_SIGNALS[signal] + (figures === undefined ? '' : `（${figures}）`),
    })
  const variation = leastVariation(spell === 'any' ? gaps : gaps.slice(-WINDOW))
  if (variation < LEAST_VARIATION)
    add('regular', `连续 ${WINDOW} 个间隔只相差 ${Math.floor(variation * 100)}%，一般在 15% 以上`)
  if (inOrder.length >= WINDOW) {
    const recent = inOrder.slice(-WINDOW).map(({ scoreMilli }) => scoreMilli)
    const [entropy, usual] = [entropyOf(recent), entropyOfPool(pool)]
    if (entropy < ENTROPY_SHARE * usual)
      add(
        'monotonous',
        `最近 ${WINDOW} 份只有 ${new Set(recent).size} 种分数，分散程度为全体的 ${Math.floor((entropy / usual) * 100)}%`,
      )
  }
  const stretch = longestStretch(
    inOrder.map(({ at }) => at),
    elsewhere,
  )
  if (stretch.ms > TIRELESS_MS) {
    const minutes = Math.floor(stretch.ms / MINUTE_MS)
    const where = stretch.isAcross ? '，含其他题块' : ''
    add('tireless', `最长 ${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分${where}`)
  }
  for (const signal of page) add(signal)
  return found
}

/** The least standard deviation of 50 intervals in a row, as a share of their mean; infinite for fewer. */
function leastVariation(gaps: readonly number[]): number {
  let [least, sum, squares] = [Infinity, 0, 0]
  for (const [index, gap] of gaps.entries()) {
    const gone = gaps[index - WINDOW] ?? 0
    sum += gap - gone
    squares += gap * gap - gone * gone
    if (index + 1 < WINDOW || sum <= 0) continue
    const mean = sum / WINDOW
    const variance = Math.max(0, squares / WINDOW - mean * mean)
    least = Math.min(least, Math.sqrt(variance) / mean)
  }
  return least
}

/** Pools are long, and the same list for all markers of a block. */
const poolEntropies = new WeakMap<readonly Milli[], number>()

function entropyOfPool(pool: readonly Milli[]): number {
  const entropy = poolEntropies.get(pool) ?? entropyOf(pool)
  poolEntropies.set(pool, entropy)
  return entropy
}

/** Shannon entropy of a list of scores, bits. */
function entropyOf(scores: readonly Milli[]): number {
  const counts = Map.groupBy(scores, (score) => score)
  return [...counts.values()].reduce((sum, { length }) => {
    const share = length / scores.length
    return sum - share * Math.log2(share)
  }, 0)
}

/**
 * A few of the moments at which somebody submitted, such that work stretches from the same moments to the same, and
 * pauses where it did: enough for `elsewhere`, where all of them would be thousands.
 */
export function withoutLulls(times: readonly number[]): number[] {
  const inOrder = times.toSorted((a, b) => a - b)
  const left: number[] = []
  for (const [index, at] of inOrder.entries()) {
    const next = inOrder[index + 1] ?? Infinity
    if (next - (left.at(-1) ?? -Infinity) >= PAUSE_MS) left.push(at)
  }
  return left
}

/** Of all stretches without a pause in which something of this block was submitted, the longest. */
function longestStretch(
  own: readonly number[],
  elsewhere: readonly number[],
): { ms: number; isAcross: boolean } {
  const work = [
    ...own.map((at) => ({ at, isOwn: true })),
    ...elsewhere.map((at) => ({ at, isOwn: false })),
  ].toSorted((a, b) => a.at - b.at)
  let longest = { ms: 0, isAcross: false }
  let [from, last, hasOwn, isAcross] = [0, -Infinity, false, false]
  for (const { at, isOwn } of work) {
    if (at - last >= PAUSE_MS) [from, hasOwn, isAcross] = [at, false, false]
    last = at
    hasOwn ||= isOwn
    isAcross ||= !isOwn
    if (hasOwn && at - from > longest.ms) longest = { ms: at - from, isAcross }
  }
  return longest
}
