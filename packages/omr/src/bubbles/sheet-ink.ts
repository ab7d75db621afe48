import { thresholds } from './thresholds.ts'

/** One bubble for the comparison within a sheet. */
export interface BubbleSample {
  /** What is printed inside: bubbles with the same print are compared with each other. */
  label: string
  /** Is nothing printed inside? */
  isPlain: boolean
  /** The measured quantity: mean darkness, or share of dark strokes. */
  value: number
}

/** What empty and full look like on this sheet. */
export interface SheetInk {
  /** Excess up to which a bubble is surely empty. */
  empty: number
  /** Excess from which a bubble is a mark. */
  mark: number
  /** Excess of this sheet's typical mark; a default when it has too few. */
  full: number
  /** Did the sheet itself show two classes? */
  hasMarks: boolean
}

/** Ink of the printed empty bubble, taken from this sheet's own bubbles with the same print. */
export interface EmptyPrint {
  value: number
  /** Seen on too few bubbles to know its strokes: a letter may then look like a pen stroke. */
  isLone: boolean
}

/** Labels seen on fewer bubbles than this are judged by the prints of the others. */
const leastTwins = 4
/** A label's own empty may differ from the sheet's by no more: more is a row of filled bubbles. */
const mostPrintDifference = 0.15

/** The empty look per label: the lower quartile, since most bubbles of any label are empty. */
export function emptyPrints(samples: readonly BubbleSample[]): (label: string) => EmptyPrint {
  const overall = quartile(samples)
  const limit = overall.value + mostPrintDifference
  const byLabel = new Map<string, BubbleSample[]>()
  for (const sample of samples) {
    const list = byLabel.get(sample.label)
    if (list) list.push(sample)
    else byLabel.set(sample.label, [sample])
  }
  const prints = new Map<string, EmptyPrint>()
  let darkest = overall.value
  for (const [label, list] of byLabel) {
    if (list.length < leastTwins) continue
    const own = quartile(list)
    prints.set(label, own.value <= limit ? own : overall)
    if (own.value <= limit) darkest = Math.max(darkest, own.value)
  }
  for (const [label, list] of byLabel) {
    if (list.length >= leastTwins) continue
    // Its print cannot be told from a mark, so it is taken to be as dark as the darkest known print;
    // an unprinted bubble has no such excuse.
    const most = list[0]!.isPlain ? overall.value : darkest
    const own = Math.min(...list.map((s) => s.value))
    prints.set(label, { value: Math.min(own, most), isLone: true })
  }
  return (label) => prints.get(label) ?? overall
}

/** How much darker than its empty print a bubble is, 0 to 1. */
export function excessOver(print: EmptyPrint, darkness: number): number {
  return (darkness - print.value) / Math.max(0.3, 1 - print.value)
}

/** Ink of a pixel from which it belongs to a stroke of this sheet's pen. */
export function strokeLevel(ink: SheetInk): number {
  if (!ink.hasMarks) return thresholds.coreLevel
  return clamp(thresholds.coreShare * ink.full, thresholds.leastCore, thresholds.mostCore)
}

/**
 * Finds this sheet's empty and full levels. The class border follows the sheet (a pupil who marks
 * faintly everywhere is read), never below the ink floor (a smudge on a clean sheet is no mark), and
 * without two clear classes fixed, cautious levels hold.
 *
 * @param excess of every bubble, in any order
 */
export function sheetInk(excess: readonly number[]): SheetInk {
  const sorted = [...excess].sort((a, b) => a - b)
  const split = bestSplit(sorted)
  const lower = split === null ? sorted : sorted.slice(0, split)
  const upper = split === null ? [] : sorted.slice(split)
  const hasMarks =
    upper.length >= thresholds.classCount && median(upper) - median(lower) >= thresholds.classGap
  const empties = hasMarks ? lower : sorted.filter((e) => e < thresholds.leastMark)
  const middle = median(empties)
  const spread = (at(empties, 0.84) - at(empties, 0.16)) / 2
  const full = hasMarks ? median(upper) : 0.75
  const sure = hasMarks
    ? clamp(
        middle + thresholds.markShare * (full - middle),
        thresholds.leastMark,
        thresholds.surestMark,
      )
    : thresholds.loneMark
  const empty = middle + Math.max(thresholds.leastEmpty, thresholds.emptySpreads * spread)
  return { empty: Math.min(empty, sure * 0.6), mark: sure, full, hasMarks }
}

/** Otsu's split of sorted values into two runs; null when there is nothing to split. */
function bestSplit(sorted: readonly number[]): number | null {
  const n = sorted.length
  if (n < 4) return null
  const total = sorted.reduce((a, b) => a + b, 0)
  let sum = 0
  let best = { at: -1, score: 0 }
  for (let i = 1; i < n; i++) {
    sum += sorted[i - 1]!
    const difference = (total - sum) / (n - i) - sum / i
    const score = i * (n - i) * difference * difference
    if (score > best.score) best = { at: i, score }
  }
  return best.at > 0 ? best.at : null
}

function quartile(list: readonly BubbleSample[]): EmptyPrint {
  const values = list.map((s) => s.value).sort((a, b) => a - b)
  return { value: at(values, 0.25), isLone: false }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const median = (sorted: readonly number[]) => at(sorted, 0.5)

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
