import type { FieldState } from '@hengjuan/domain'
import type { BubbleEvidence } from './decide-field.ts'
import { optionOdds, setProbability } from './field-odds.ts'
import type { JudgedBubble } from './judge-bubble.ts'
import { isSurelyInk, judgeBubbles } from './judge-bubble.ts'
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
  /** What the rule says of these bubbles, Chinese, never empty; worded when asked. */
  sentence: () => string
  bubbles: JudgedBubble[]
  /** Probability of each bubble to be meant, in their order. */
  filled: number[]
}

type Finding = Pick<Settled, 'state' | 'rule' | 'sentence'> & { chosen: JudgedBubble[] }

/** Settles which of the options are meant, or says why a person must. */
export function settleOptions(
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
  how: { multiple: boolean; isBlankUsual?: boolean },
): Settled {
  const judged = judgeBubbles(bubbles, ink)
  const filled = optionOdds(
    judged.map((j) => j.logit),
    how.multiple,
  )
  const finding = find(judged, ink, how.multiple)
  const isChosen = (i: number) => finding.chosen.includes(judged[i]!)
  const likely = setProbability(filled, isChosen, how.multiple)
  const isUnsureBlank =
    finding.state === 'blank' && finding.rule === 'passed' && !how.isBlankUsual && losesMarks(ink)
  const confidence = isUnsureBlank ? likely * thresholds.unsureBlank : likely
  const { state, rule, sentence, chosen } =
    finding.rule === 'passed' && confidence < thresholds.leastConfidence
      ? { ...finding, ...(isUnsureBlank ? unsureBlank : nearBorder) }
      : finding
  return {
    state,
    values: namesOf(chosen),
    confidence,
    doubtful: rule !== 'passed',
    rule,
    sentence,
    bubbles: judged,
    filled,
  }
}

const nearBorder = {
  rule: 'nearBorder',
  sentence: () => '填涂深浅接近判定界限，请确认',
} as const
const unsureBlank = {
  rule: 'marksLost',
  sentence: () => '没有看到填涂，但这次扫描丢掉了较淡的笔迹，请确认是否漏涂',
} as const

/** May a pale mark have left no trace on this scan? */
const losesMarks = (ink: SheetInk) =>
  ink.isBlackAndWhite ||
  ink.traces >= thresholds.lostMarkTraces ||
  (ink.hasMarks && ink.full - thresholds.lostMarkSpreads * ink.fullSpread < ink.empty)

const namesOf = (list: readonly JudgedBubble[]) => list.map((j) => j.evidence.value)

/** The checks in their order: the first that objects decides. */
function find(judged: readonly JudgedBubble[], ink: SheetInk, multiple: boolean): Finding {
  const marks = marksOf(judged)
  if (!areLocated(judged, ink)) {
    return {
      state: 'box_error',
      chosen: marks,
      rule: 'notLocated',
      sentence: () => '填涂框没有对准（可能折叠、遮挡或纸张变形），请看图核对',
    }
  }
  if (marks.length === 0) return findUnmarked(judged, ink)
  return (
    findSmear(marks, ink) ??
    findRival(judged, marks, multiple) ??
    findOddMark(marks, ink) ??
    clear(marks)
  )
}

const clear = (marks: JudgedBubble[]): Finding => ({
  state: 'clear',
  chosen: marks,
  rule: 'passed',
  sentence: () => `${namesOf(marks).join('、')} 涂满，其余各项没有涂`,
})

/** The marks; nearly always one. */
function marksOf(judged: readonly JudgedBubble[]): JudgedBubble[] {
  const first = judged.findIndex((j) => j.verdict === 'mark')
  if (first < 0) return []
  const marks = [judged[first]!]
  for (let i = first + 1; i < judged.length; i++) {
    if (judged[i]!.verdict === 'mark') marks.push(judged[i]!)
  }
  return marks
}

/**
 * Did the bubbles meet their outlines, and what is printed in them? One of a field may be seen less well
 * than they are on the whole. Where all unmarked options are paler than their print, something else is
 * looked at: the gap between two rows has outlines on both sides.
 */
function areLocated(judged: readonly JudgedBubble[], ink: SheetInk): boolean {
  let sum = 0
  let least = Infinity
  let unmarked = 0
  let inks = 0
  for (let i = 0; i < judged.length; i++) {
    const { evidence, verdict } = judged[i]!
    sum += evidence.seen
    least = Math.min(least, evidence.seen)
    if (verdict === 'mark') continue
    unmarked++
    inks += evidence.excess
  }
  const usual = sum / judged.length
  const isSeen = usual >= thresholds.leastOutline && least >= thresholds.leastOwnOutline
  if (unmarked < 2) return isSeen
  const missing =
    usual < thresholds.unseenOutline
      ? thresholds.missingPrintUnseen
      : Math.min(thresholds.missingPrint, -thresholds.missingPrintSpreads * ink.spread)
  return isSeen && inks / unmarked - ink.middle > missing
}

/** A mark without strokes, or no darker than the paper around it, is dirt or a shadow before it is an answer. */
function findSmear(marks: readonly JudgedBubble[], ink: SheetInk): Finding | null {
  const isGrey = (j: JudgedBubble) => j.stroke < thresholds.leastStrokes
  if (marks.some(isGrey)) {
    const grey = marks.filter(isGrey)
    return {
      state: 'faint',
      chosen: [...marks],
      rule: 'grey',
      sentence: () =>
        `${namesOf(grey).join('、')} 只有均匀的灰色，没有笔迹（可能是污迹、阴影或擦痕），请确认`,
    }
  }
  // A single mark as dark as all others is an answer, whatever lies around it.
  const isWhole = (j: JudgedBubble) => marks.length === 1 && isSurelyInk(j.excess, ink)
  const isSmeared = (j: JudgedBubble) =>
    !isWhole(j) && j.evidence.surround() >= thresholds.smearSurround * j.evidence.excess
  if (!marks.some(isSmeared)) return null
  const smeared = marks.filter(isSmeared)
  return {
    state: 'faint',
    chosen: [...marks],
    rule: 'smear',
    sentence: () => `${namesOf(smeared).join('、')} 框里框外一样深，像污迹或阴影，请确认`,
  }
}

/** Two marks where one is asked for, or a trace beside a mark that is no mere remainder. */
function findRival(
  judged: readonly JudgedBubble[],
  marks: readonly JudgedBubble[],
  multiple: boolean,
): Finding | null {
  if (!multiple && marks.length > 1) {
    return {
      state: 'multi',
      chosen: [...marks],
      rule: 'twoMarks',
      sentence: () => `单选涂了 ${marks.length} 项（${namesOf(marks).join('、')}），请确认`,
    }
  }
  const strongest = darkestMark(marks)
  const isRival = (j: JudgedBubble) =>
    j.verdict === 'weak' &&
    (j.excess > residueShare(j, multiple) * strongest ||
      (j.isStroke && j.excess > thresholds.rivalStroke))
  if (!judged.some(isRival)) return null
  const rivals = judged.filter(isRival)
  return {
    state: multiple ? 'faint' : 'multi',
    chosen: [...marks],
    rule: 'rival',
    sentence: () => `${namesOf(rivals).join('、')} 有较淡的痕迹，分不清是擦除还是填涂，请确认`,
  }
}

const darkestMark = (marks: readonly JudgedBubble[]) =>
  marks.reduce((most, { excess }) => Math.max(most, excess), -Infinity)

/** What a rubber leaves has no strokes, and may be darker than what a pen barely touched. */
function residueShare({ stroke }: JudgedBubble, multiple: boolean): number {
  const isGrey = stroke < thresholds.leastStrokes
  if (multiple) {
    return isGrey ? thresholds.greyResidueShareMultiple : thresholds.residueShareMultiple
  }
  return isGrey ? thresholds.greyResidueShare : thresholds.residueShare
}

/** A mark much paler than its neighbour, or than this sheet's marks are. */
function findOddMark(marks: readonly JudgedBubble[], ink: SheetInk): Finding | null {
  const least = thresholds.unevenMarks * darkestMark(marks)
  if (marks.some((j) => j.excess < least)) {
    return {
      state: 'faint',
      chosen: [...marks],
      rule: 'uneven',
      sentence: () => '几处填涂深浅相差很大，请确认哪些有效',
    }
  }
  if (marks.some((j) => j.excess < thresholds.wholeMark * ink.full && !isPaleWhole(j, ink))) {
    return {
      state: 'faint',
      chosen: [...marks],
      rule: 'incomplete',
      sentence: () => '填涂不完整，比这张卡上的其他填涂少得多，请确认',
    }
  }
  return null
}

/** Filled all over, only with less force than the others. */
const isPaleWhole = ({ excess, evidence }: JudgedBubble, ink: SheetInk) =>
  excess >= thresholds.palestWhole * ink.full && evidence.reach(excess / 2) >= thresholds.wholeReach

function findUnmarked(judged: readonly JudgedBubble[], ink: SheetInk): Finding {
  const isTrace = (j: JudgedBubble) =>
    j.verdict === 'weak' ||
    // On a black and white scan strokes are the darkness once more, with all of its noise.
    (!ink.isBlackAndWhite && (j.evidence.core ?? 0) > thresholds.strayStroke)
  if (judged.some(isTrace)) {
    const strongest = judged.filter(isTrace).reduce((a, b) => (b.excess > a.excess ? b : a))
    return {
      state: 'faint',
      chosen: [strongest],
      rule: 'onlyWeak',
      sentence: () => '填涂很淡或没有擦净，请确认所选项',
    }
  }
  const isHidden = (j: JudgedBubble) =>
    j.excess < j.evidence.excess && j.evidence.surround() > thresholds.hiddenSurround
  if (judged.some(isHidden)) {
    const hidden = judged.filter(isHidden)
    return {
      state: 'faint',
      chosen: hidden,
      rule: 'hidden',
      sentence: () => `${namesOf(hidden).join('、')} 处有污迹或深色阴影，可能盖住了填涂，请确认`,
    }
  }
  const most = ink.isBlackAndWhite ? thresholds.ringedOutsideDots : thresholds.ringedOutside
  if (judged.some((j) => j.evidence.isRinged(most))) {
    const ringed = judged.filter((j) => j.evidence.isRinged(most))
    return {
      state: 'faint',
      chosen: ringed,
      rule: 'ringed',
      sentence: () => '没有涂黑，但选项外有笔迹（可能画圈作答），请确认',
    }
  }
  return { state: 'blank', chosen: [], rule: 'passed', sentence: () => '各项都没有涂' }
}
