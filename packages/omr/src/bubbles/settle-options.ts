import type { FieldState } from '@hengjuan/domain'
import type { BubbleEvidence } from './decide-field.ts'
import { optionOdds, setProbability } from './field-odds.ts'
import type { JudgedOptions } from './judge-bubble.ts'
import { isSurelyInk, judgeBubbles, mark, weak } from './judge-bubble.ts'
import type { SheetInk } from './sheet-ink.ts'
import { thresholds } from './thresholds.ts'

/** What settled a set of options; `passed` where no check objected. */
export type Rule =
  | 'passed'
  | 'notLocated'
  | 'onlyWeak'
  | 'ringed'
  | 'grey'
  | 'smear'
  | 'hidden'
  | 'twoMarks'
  | 'rival'
  | 'uneven'
  | 'incomplete'
  | 'nearBorder'
  | 'marksLost'

/** A set of bubbles of which one (or, where several may be meant, any number) is meant, settled. */
export interface Settled {
  state: FieldState
  values: string[]
  /** Probability that `values` is what the candidate meant, 0 to 1. */
  confidence: number
  doubtful: boolean
  rule: Rule
  /** What the rule says of these bubbles, Chinese; empty where no check objected, see `sentenceOf`. */
  sentence: string
  bubbles: readonly BubbleEvidence[]
  /** Probability of each bubble to be meant, in their order. */
  filled: number[]
}

type Finding = Pick<Settled, 'state' | 'rule' | 'sentence'>

/** Settles which of the options are meant, or says why a person must. */
export function settleOptions(
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
  how: { multiple: boolean; isBlankUsual?: boolean },
): Settled {
  const options = judgeBubbles(bubbles, ink)
  const filled = optionOdds(options.logit, how.multiple, bubbles.length)
  const finding = find(options, how.multiple)
  const { state } = finding
  const likely = setProbability(filled, options.chosen, how.multiple)
  const isPassed = finding.rule === 'passed'
  const isUnsureBlank = isPassed && state === 'blank' && !how.isBlankUsual && losesMarks(ink)
  const confidence = isUnsureBlank ? likely * thresholds.unsureBlank : likely
  const isUnsure = isPassed && confidence < thresholds.leastConfidence
  const { rule, sentence } = isUnsure ? (isUnsureBlank ? unsureBlank : nearBorder) : finding
  return {
    state,
    values: namesOf(options, isChosen),
    confidence,
    doubtful: rule !== 'passed',
    rule,
    sentence,
    bubbles,
    filled,
  }
}

/** What is said of settled options, Chinese, never empty. */
export function sentenceOf({ sentence, state, values }: Omit<Settled, 'bubbles'>): string {
  if (sentence !== '') return sentence
  return state === 'blank' ? '各项都没有涂' : `${values.join('、')} 涂满，其余各项没有涂`
}

const nearBorder = { rule: 'nearBorder', sentence: '填涂深浅接近判定界限，请确认' } as const
const unsureBlank = {
  rule: 'marksLost',
  sentence: '没有看到填涂，但这次扫描丢掉了较淡的笔迹，请确认是否漏涂',
} as const

/** May a pale mark have left no trace on this scan? */
const losesMarks = (ink: SheetInk) =>
  (ink.isBlackAndWhite && !keepsMarks(ink)) ||
  ink.traces >= thresholds.lostMarkTraces ||
  (ink.hasMarks && ink.full - thresholds.lostMarkSpreads * ink.fullSpread < ink.empty)

/** Marks that are many and much alike show a pen that is well within what a black and white scan keeps. */
const keepsMarks = ({ marks, full, fullSpread, empty }: SheetInk) =>
  marks >= thresholds.provenMarks && full - thresholds.provenSpreads * fullSpread > empty

/** Asks something of one option, by its place. */
type Check = (options: JudgedOptions, i: number) => boolean

const isChosen: Check = ({ chosen }, i) => chosen[i] === 1
const isMark: Check = ({ verdict }, i) => verdict[i] === mark

/** Is there an option of which this holds? */
function some(options: JudgedOptions, is: Check): boolean {
  for (let i = 0; i < options.count; i++) if (is(options, i)) return true
  return false
}

/** Takes the options of which this holds for what the field says. @returns how many */
function choose(options: JudgedOptions, is: Check): number {
  const { count, chosen } = options
  let taken = 0
  for (let i = 0; i < count; i++) {
    chosen[i] = is(options, i) ? 1 : 0
    taken += chosen[i]!
  }
  return taken
}

function namesOf(options: JudgedOptions, is: Check): string[] {
  const names: string[] = []
  for (let i = 0; i < options.count; i++) {
    if (is(options, i)) names.push(options.bubbles[i]!.value)
  }
  return names
}

const listed = (options: JudgedOptions, is: Check) => namesOf(options, is).join('、')

const passed: Finding = { state: 'clear', rule: 'passed', sentence: '' }
const blank: Finding = { state: 'blank', rule: 'passed', sentence: '' }

/** The checks in their order: the first that objects decides. Chosen are the marks, unless a check says others. */
function find(options: JudgedOptions, multiple: boolean): Finding {
  const marks = choose(options, isMark)
  if (!areLocated(options)) {
    return {
      state: 'box_error',
      rule: 'notLocated',
      sentence: '填涂框没有对准（可能折叠、遮挡或纸张变形），请看图核对',
    }
  }
  if (marks === 0) return findUnmarked(options)
  return (
    findSmear(options, marks) ??
    findRival(options, marks, multiple) ??
    findOddMark(options) ??
    passed
  )
}

/**
 * Did the bubbles meet their outlines, and what is printed in them? One of a field may be seen less well
 * than they are on the whole. Where all unmarked options are paler than their print, something else is
 * looked at: the gap between two rows has outlines on both sides.
 */
function areLocated({ bubbles, count, verdict, ink }: JudgedOptions): boolean {
  let sum = 0
  let least = Infinity
  let unmarked = 0
  let inks = 0
  for (let i = 0; i < count; i++) {
    const { seen, excess } = bubbles[i]!
    sum += seen
    least = Math.min(least, seen)
    if (verdict[i] === mark) continue
    unmarked++
    inks += excess
  }
  const usual = sum / count
  const isSeen = usual >= thresholds.leastOutline && least >= thresholds.leastOwnOutline
  if (unmarked < 2) return isSeen
  const missing =
    usual < thresholds.unseenOutline
      ? thresholds.missingPrintUnseen
      : Math.min(thresholds.missingPrint, -thresholds.missingPrintSpreads * ink.spread)
  return isSeen && inks / unmarked - ink.middle > missing
}

const isGrey = ({ stroke }: JudgedOptions, i: number) => stroke[i]! < thresholds.leastStrokes
const isGreyMark: Check = (options, i) => isMark(options, i) && isGrey(options, i)

/** A mark without strokes, or no darker than the paper around it, is dirt or a shadow before it is an answer. */
function findSmear(options: JudgedOptions, marks: number): Finding | null {
  if (some(options, isGreyMark)) {
    const sentence = `${listed(options, isGreyMark)} 只有均匀的灰色，没有笔迹（可能是污迹、阴影或擦痕），请确认`
    return { state: 'faint', rule: 'grey', sentence }
  }
  const isSmeared = marks === 1 ? isSmearedAlone : isSmearedMark
  if (!some(options, isSmeared)) return null
  const sentence = `${listed(options, isSmeared)} 框里框外一样深，像污迹或阴影，请确认`
  return { state: 'faint', rule: 'smear', sentence }
}

const isSmearedMark: Check = (options, i) =>
  isMark(options, i) &&
  options.bubbles[i]!.surround() >= thresholds.smearSurround * options.bubbles[i]!.excess

/** A single mark as dark as all others is an answer, whatever lies around it. */
const isSmearedAlone: Check = (options, i) =>
  isMark(options, i) && !isSurelyInk(options.excess[i]!, options.ink) && isSmearedMark(options, i)

/** Two marks where one is asked for, or a trace beside a mark that is no mere remainder. */
function findRival(options: JudgedOptions, marks: number, multiple: boolean): Finding | null {
  if (!multiple && marks > 1) {
    const sentence = `单选涂了 ${marks} 项（${listed(options, isMark)}），请确认`
    return { state: 'multi', rule: 'twoMarks', sentence }
  }
  const isRival = multiple ? isRivalOfSeveral : isRivalOfOne
  if (!some(options, isRival)) return null
  const sentence = `${listed(options, isRival)} 有较淡的痕迹，分不清是擦除还是填涂，请确认`
  return { state: multiple ? 'faint' : 'multi', rule: 'rival', sentence }
}

const isRivalOfOne: Check = (options, i) => isRivalIn(options, i, false)
const isRivalOfSeveral: Check = (options, i) => isRivalIn(options, i, true)

function isRivalIn(options: JudgedOptions, i: number, multiple: boolean): boolean {
  const { verdict, excess, isStroke } = options
  if (verdict[i] !== weak) return false
  if (excess[i]! > residueShare(isGrey(options, i), multiple) * darkestMark(options)) return true
  return isStroke[i] === 1 && excess[i]! > thresholds.rivalStroke
}

function darkestMark(options: JudgedOptions): number {
  let most = -Infinity
  for (let i = 0; i < options.count; i++) {
    if (isMark(options, i)) most = Math.max(most, options.excess[i]!)
  }
  return most
}

/** What a rubber leaves has no strokes, and may be darker than what a pen barely touched. */
function residueShare(isRubbed: boolean, multiple: boolean): number {
  if (multiple) {
    return isRubbed ? thresholds.greyResidueShareMultiple : thresholds.residueShareMultiple
  }
  return isRubbed ? thresholds.greyResidueShare : thresholds.residueShare
}

/** A mark much paler than its neighbour, or than this sheet's marks are. */
function findOddMark(options: JudgedOptions): Finding | null {
  if (some(options, isUnevenMark)) {
    return { state: 'faint', rule: 'uneven', sentence: '几处填涂深浅相差很大，请确认哪些有效' }
  }
  if (some(options, isIncomplete)) {
    const sentence = '填涂不完整，比这张卡上的其他填涂少得多，请确认'
    return { state: 'faint', rule: 'incomplete', sentence }
  }
  return null
}

const isUnevenMark: Check = (options, i) =>
  isMark(options, i) && options.excess[i]! < thresholds.unevenMarks * darkestMark(options)

const isIncomplete: Check = (options, i) =>
  isMark(options, i) &&
  options.excess[i]! < thresholds.wholeMark * options.ink.full &&
  !isPaleWhole(options, i)

/** Filled all over, only with less force than the others. */
const isPaleWhole: Check = ({ excess, bubbles, ink }, i) =>
  excess[i]! >= thresholds.palestWhole * ink.full &&
  bubbles[i]!.reach(excess[i]! / 2) >= thresholds.wholeReach

function findUnmarked(options: JudgedOptions): Finding {
  if (choose(options, isTrace) > 0) {
    chooseDarkest(options)
    return { state: 'faint', rule: 'onlyWeak', sentence: '填涂很淡或没有擦净，请确认所选项' }
  }
  if (choose(options, isHidden) > 0) {
    const sentence = `${listed(options, isHidden)} 处有污迹或深色阴影，可能盖住了填涂，请确认`
    return { state: 'faint', rule: 'hidden', sentence }
  }
  if (choose(options, isRinged) > 0) {
    const sentence = '没有涂黑，但选项外有笔迹（可能画圈作答），请确认'
    return { state: 'faint', rule: 'ringed', sentence }
  }
  return blank
}

const isTrace: Check = ({ verdict, bubbles, ink }, i) =>
  verdict[i] === weak ||
  // On a black and white scan strokes are the darkness once more, with all of its noise.
  (!ink.isBlackAndWhite && (bubbles[i]!.core ?? 0) > thresholds.strayStroke)

const isHidden: Check = ({ excess, bubbles }, i) =>
  excess[i]! < bubbles[i]!.excess &&
  bubbles[i]!.surround() > thresholds.hiddenSurround &&
  bubbles[i]!.excess >= thresholds.hiddenInside * bubbles[i]!.surround()

const isRinged: Check = ({ bubbles, ink }, i) =>
  bubbles[i]!.isRinged(
    ink.isBlackAndWhite ? thresholds.ringedOutsideDots : thresholds.ringedOutside,
  )

/** Of those chosen only the darkest stays so, the first of two. */
function chooseDarkest({ count, chosen, excess }: JudgedOptions): void {
  let darkest = -1
  for (let i = 0; i < count; i++) {
    if (chosen[i] === 1 && (darkest < 0 || excess[i]! > excess[darkest]!)) darkest = i
  }
  for (let i = 0; i < count; i++) chosen[i] = i === darkest ? 1 : 0
}
