import { nthLowest } from '../kernels/averages.ts'
import type { AlikeBubbles } from './group-plan.ts'
import { thresholds } from './thresholds.ts'

/** What empty and full look like on this sheet. */
export interface SheetInk {
  /** Excess of this sheet's typical empty bubble, near 0. */
  middle: number
  /** Half the width of the middle two thirds of the empties: paper texture, print misfit, noise. */
  spread: number
  /** The same of the marks; a default when the sheet has too few. */
  fullSpread: number
  /** Excess up to which a bubble is surely empty. */
  empty: number
  /** Excess that many of this sheet's empties have, so that it tells nothing; -1 where the sheet has no marks. */
  usual: number
  /** Marks of the sheet; 0 where there are no two classes. */
  marks: number
  /** Excess from which a bubble is a mark. */
  mark: number
  /** Excess of this sheet's typical mark; a default when it has too few. */
  full: number
  /** Dark strokes of this sheet's typical mark, share of the area; a default when it has too few. */
  strokes: number
  /** Did the sheet itself show two classes? */
  hasMarks: boolean
  /** Bubbles with more than the surely empty level, where there are no two classes; 0 otherwise. */
  traces: number
  /** Is the scan black and white only, so that a pale mark may have left no trace? */
  isBlackAndWhite: boolean
}

/** Ink of the printed empty bubble, taken from this sheet's own bubbles with the same print. */
export interface EmptyPrint {
  value: number
  /** Seen on too few bubbles to know its strokes: a letter may then look like a pen stroke. */
  isLone: boolean
}

/** Labels seen on fewer bubbles than this are judged by the prints of the others. */
const leastTwins = 4
/** A label seen on fewer bubbles may be filled on all of them: five true/false questions, all true. */
const manyTwins = 8
/** A print seen on few bubbles may be darker than the darkest print seen often by no more than this. */
const mostLoneDifference = 0.05
/** Of the bubbles of a label, this share is paler than what is taken for its print. */
const palestShare = 0.15
/** A label's own empty may differ from the sheet's by no more: more is a row of filled bubbles. */
const mostPrintDifference = 0.15
/** Of all bubbles, this share is paler than what is taken for the empty one. */
const emptyShare = 0.25
/** So many of the bubbles must be empty whatever is answered, or that share of them may be marks. */
const surelyEnough = 2 * emptyShare
/** Where it may be marks, the palest print and that of a quarter of the bubbles differ by no more. */
const mostQuarterDifference = 0.1
/** No letter printed in a bubble is darker; a bubble that is was filled, though no paler one be near. */
const darkestPrint = 0.3

/**
 * The empty look of every kind of print, from the palest of the bubbles that print it: a print cannot be
 * paler than itself, and at least one bubble of a label seen often is empty.
 *
 * A label seen on few bubbles may be filled on all of them. Its print is then taken to be hardly darker
 * than the darkest print of the labels seen often.
 *
 * @param values the measured quantity of every bubble: mean darkness, or share of dark strokes
 * @param surelyEmpty share of the bubbles that are empty however full the sheet is: none of a question
 *   with several answers
 * @returns in the order of the kinds
 */
export function emptyPrints(
  kinds: readonly AlikeBubbles[],
  values: Float64Array,
  surelyEmpty: number,
): EmptyPrint[] {
  const overall = { value: emptyOverall(values, surelyEmpty), isLone: false }
  const limit = overall.value + mostPrintDifference
  let darkest = overall.value
  const prints = kinds.map(({ indices }): EmptyPrint => {
    if (indices.length < manyTwins) return overall
    const value = lowest(indices, values, palestShare)
    if (value > limit) return overall
    darkest = Math.max(darkest, value)
    return { value, isLone: false }
  })
  return kinds.map(({ indices, isPlain }, kind) => {
    if (indices.length >= manyTwins) return prints[kind]!
    // What it prints cannot be told from a mark; an unprinted bubble has no such excuse.
    const isLone = indices.length < leastTwins
    const dark = isLone ? darkest : darkest + mostLoneDifference
    const most = isPlain ? overall.value : dark
    return { value: Math.min(lowest(indices, values, 0), most), isLone }
  })
}

/** What an empty bubble of the page looks like, whatever its label. */
function emptyOverall(values: Float64Array, surelyEmpty: number): number {
  const own = values.slice()
  const n = own.length
  const place = (share: number) => Math.min(n - 1, Math.floor(n * share))
  const quarter = n > 0 ? nthLowest(own, n, place(emptyShare)) : 0
  const palest = n > 0 ? nthLowest(own, n, 0) : 0
  if (surelyEmpty >= surelyEnough) return quarter
  // One question alone on its page, three of its four options chosen: a quarter of the bubbles are marks.
  const empty = quarter - palest > mostQuarterDifference ? palest : quarter
  return Math.min(empty, darkestPrint)
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
 * Darkness above the paper right around a bubble, which a shadow or a smear may have darkened. Those lie over
 * the bubble as well: where it is darker around than inside, something is printed there.
 */
export function overPaper(excess: number, surround: number): number {
  const paper = Math.min(surround, thresholds.mostSurround, Math.max(0, excess))
  return paper > thresholds.leastSurround ? (excess - paper) / (1 - paper) : excess
}

/**
 * Finds this sheet's levels; where its empties vary more than paper does, or traces lie on a sheet without
 * marks, each bubble is first held against the paper around it.
 *
 * @param surrounds ink of the paper around every bubble, asked only then
 */
export function sheetLevels(
  excess: Float64Array,
  isBlackAndWhite: boolean,
  surrounds: () => readonly number[],
): SheetInk {
  const ink = sheetInk(excess, isBlackAndWhite)
  const isEven = ink.spread <= thresholds.roughSpread && ink.traces < thresholds.lostMarkTraces
  if (isEven) return ink
  const around = surrounds()
  return sheetInk(
    excess.map((e, i) => overPaper(e, around[i]!)),
    isBlackAndWhite,
  )
}

/**
 * The same sheet with what its own marks have of dark strokes: hardly half of their area on a dithered
 * scan, nearly all of it under a soft pencil.
 *
 * @param excess of every bubble
 * @param core dark strokes of every bubble in the same order, null where its print is not known
 */
export function withStrokes(
  ink: SheetInk,
  excess: ArrayLike<number>,
  core: readonly (number | null)[],
): SheetInk {
  if (!ink.hasMarks) return ink
  const whole = new Float64Array(core.length)
  let count = 0
  for (let i = 0; i < core.length; i++) {
    const strokes = core[i]!
    if (strokes !== null && excess[i]! >= thresholds.surelyWhole * ink.full) {
      whole[count++] = strokes
    }
  }
  if (count < thresholds.classCount) return ink
  return { ...ink, strokes: nthLowest(whole, count, Math.floor(count * 0.5)) }
}

/** Ink from which a pixel beside a bubble may belong to a ring drawn with this sheet's pen. */
export const ringLevel = ({ full }: SheetInk) =>
  clamp(thresholds.ringInkShare * full, thresholds.leastRingInk, thresholds.mostRingInk)

/**
 * Finds this sheet's empty and full levels. The class border follows the sheet (a pupil who marks
 * faintly everywhere is read), never below the ink floor (a smudge on a clean sheet is no mark), and
 * without two clear classes fixed, cautious levels hold.
 *
 * @param excess of every bubble, in any order
 */
export function sheetInk(excess: ArrayLike<number>, isBlackAndWhite = false): SheetInk {
  const sorted = new Float64Array(excess).sort()
  const classes = twoClasses(sorted)
  const empties = classes?.lower ?? paperOf(sorted)
  const middle = median(empties)
  // The palest mark may lie among them: the paler half alone says how much empties vary.
  const spread = classes ? halfWidth(empties) : middle - at(empties, 0.16)
  const full = classes ? median(classes.upper) : thresholds.usualMark
  const fullSpread = classes ? halfWidth(classes.upper) : thresholds.usualMarkSpread * full
  const mark = classes
    ? clamp(
        middle + thresholds.markShare * (full - middle),
        Math.min(thresholds.leastMark, full * thresholds.faintMarkShare),
        thresholds.surestMark,
      )
    : thresholds.loneMark
  const sure = middle + Math.max(thresholds.leastEmpty, thresholds.emptySpreads * spread)
  const empty = Math.min(sure, mark * thresholds.mostEmptyShare)
  return {
    middle,
    spread,
    fullSpread,
    empty,
    usual: classes ? Math.min(empty, middle + thresholds.usualSpreads * spread) : -1,
    marks: classes ? classes.upper.length : 0,
    mark,
    full,
    strokes: thresholds.usualStrokes,
    hasMarks: classes !== null,
    traces: classes ? 0 : Math.max(ghostsOf(sorted), sorted.filter((e) => e > empty).length),
    isBlackAndWhite,
  }
}

/** Bubbles that hold no ordinary mark, where the sheet has no two classes. */
function paperOf(sorted: Float64Array): Float64Array {
  const paper = sorted.filter((e) => e < thresholds.leastMark)
  return paper.length > 0 ? paper : sorted
}

/**
 * Splits the bubbles of a sheet into empties and marks; null where they are of one kind.
 *
 * Marks paler than the ink floor are believed only where they stand well clear of the noise, are many
 * and leave a gap: a class of misprinted letters on an unmarked form does not.
 */
function twoClasses(sorted: Float64Array): { lower: Float64Array; upper: Float64Array } | null {
  const split = bestSplit(sorted)
  if (split === null) return null
  const [lower, upper] = [sorted.subarray(0, split), sorted.subarray(split)]
  const gap = median(upper) - median(lower)
  // Letters of a form that are printed in many ways are no darker, and run into each other.
  const isDark = median(upper) >= thresholds.darkClass
  const isApart = at(upper, 0.1) - at(lower, 0.95) >= thresholds.classValley * gap
  const isClear =
    gap >= thresholds.classGap && upper.length >= thresholds.classCount && (isDark || isApart)
  const isFaint =
    gap >= Math.max(thresholds.faintGap, thresholds.faintGapSpreads * halfWidth(lower)) &&
    upper.length >= thresholds.faintCount &&
    upper[0]! - lower[lower.length - 1]! >= thresholds.faintValley * gap
  return isClear || isFaint ? { lower, upper } : null
}

/** Bubbles that stand apart from the empties though they are too pale for marks; 0 where none do. */
function ghostsOf(sorted: Float64Array): number {
  const split = bestSplit(sorted)
  if (split === null) return 0
  const [lower, upper] = [sorted.subarray(0, split), sorted.subarray(split)]
  const gap = median(upper) - median(lower)
  const isApart =
    gap >= Math.max(thresholds.ghostGap, thresholds.ghostGapSpreads * halfWidth(lower)) &&
    upper[0]! - lower[lower.length - 1]! >= thresholds.ghostValley * gap
  return isApart ? upper.length : 0
}

/** Otsu's split of sorted values into two runs; null when there is nothing to split. */
function bestSplit(sorted: Float64Array): number | null {
  const n = sorted.length
  if (n < 4) return null
  const total = sorted.reduce((a, b) => a + b, 0)
  let sum = 0
  let [best, most] = [-1, 0]
  for (let i = 1; i < n; i++) {
    sum += sorted[i - 1]!
    const difference = (total - sum) / (n - i) - sum / i
    const score = i * (n - i) * difference * difference
    if (score > most) [best, most] = [i, score]
  }
  return best > 0 ? best : null
}

/** The value that this share of the bubbles lie below. */
function lowest(indices: Int32Array, values: Float64Array, share: number): number {
  const n = indices.length
  if (scratch.length < n) scratch = new Float64Array(2 * n)
  for (let i = 0; i < n; i++) scratch[i] = values[indices[i]!]!
  return n > 0 ? nthLowest(scratch, n, Math.min(n - 1, Math.floor(n * share))) : 0
}

/** Room for the bubbles of one kind: a list of its own for each kind of each page is mostly garbage. */
let scratch = new Float64Array(256)

const at = (sorted: ArrayLike<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Half the distance between the 16th and the 84th percentile. */
const halfWidth = (sorted: ArrayLike<number>) => (at(sorted, 0.84) - at(sorted, 0.16)) / 2

const median = (sorted: ArrayLike<number>) => at(sorted, 0.5)

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
