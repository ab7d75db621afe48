import type { BubbleField, FieldState } from '@hengjuan/domain'
import type { SheetInk } from './sheet-ink.ts'
import { thresholds } from './thresholds.ts'

/** One bubble's evidence. */
export interface BubbleEvidence {
  value: string
  /** Digit position for an exam number, 0 elsewhere. */
  column: number
  /** Darkness above the printed empty bubble, 0 to 1. */
  excess: number
  /** Dark strokes above those of the printed empty bubble, share of the area. */
  core: number
  /** Dark strokes around the bubble more than around others, share of the directions; measured when asked. */
  around: () => number
  /** Was the bubble where the template says (outline met, or nothing printed)? */
  located: boolean
}

export interface FieldDecision {
  state: FieldState
  values: string[]
  confidence: number
  doubtful: boolean
  reason: string
  /** Probability of each bubble to be meant, in the order given. */
  filled: number[]
}

type Verdict = 'empty' | 'weak' | 'mark'

interface Judged {
  evidence: BubbleEvidence
  verdict: Verdict
  /** Probability of being a mark, from its darkness alone. */
  probability: number
  isStroke: boolean
}

/** Decides what a field says; a doubt is stated, never settled by taking the darker one. */
export function decideField(
  field: Pick<BubbleField, 'kind' | 'multiple'>,
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
): FieldDecision {
  if (field.kind === 'examNo') return decideNumber(bubbles, ink)
  const decision = decideSet(bubbles, ink, field.multiple)
  return withConfidenceGate(decision)
}

/** A set of bubbles of which one (or, with `multiple`, any number) may be meant. */
function decideSet(
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
  multiple: boolean,
): FieldDecision {
  const judged = bubbles.map((b) => judge(b, ink))
  const filled = judged.map((j) => j.probability)
  const marks = judged.filter((j) => j.verdict === 'mark')
  const weak = judged.filter((j) => j.verdict === 'weak')
  const names = (list: readonly Judged[]) => list.map((j) => j.evidence.value)
  const doubt = (state: FieldState, values: string[], reason: string): FieldDecision => ({
    state,
    values,
    confidence: Math.min(0.5, certainty(filled)),
    doubtful: true,
    reason,
    filled,
  })

  if (bubbles.some((b) => !b.located)) {
    return doubt(
      'box_error',
      names(marks),
      '填涂框没有对准（可能折叠、遮挡或纸张变形），请看图核对',
    )
  }
  if (marks.length === 0) {
    if (weak.length > 0) {
      return doubt(
        'faint',
        names(strongestFirst(weak).slice(0, 1)),
        '填涂很淡或没有擦净，请确认所选项',
      )
    }
    const ringed = judged.filter((j) => j.evidence.around() > thresholds.ringedOutside)
    if (ringed.length > 0) {
      return doubt('faint', names(ringed), '没有涂黑，但选项外有笔迹（可能画圈作答），请确认')
    }
    return clean('blank', [], filled)
  }

  const [first] = strongestFirst(marks)
  const strongest = first!.evidence.excess
  const residue = multiple ? thresholds.residueShareMultiple : thresholds.residueShare
  const rival = weak.filter((j) => j.isStroke || j.evidence.excess > residue * strongest)
  if (!multiple && marks.length > 1) {
    return doubt(
      'multi',
      names(marks),
      `单选涂了 ${marks.length} 项（${names(marks).join('、')}），请确认`,
    )
  }
  if (rival.length > 0) {
    const list = names(rival).join('、')
    const state = multiple ? 'faint' : 'multi'
    return doubt(state, names(marks), `${list} 有较淡的痕迹，分不清是擦除还是填涂，请确认`)
  }
  const weakest = Math.min(...marks.map((j) => j.evidence.excess))
  if (weakest < thresholds.unevenMarks * strongest) {
    return doubt('faint', names(marks), '几处填涂深浅相差很大，请确认哪些有效')
  }
  if (weakest < thresholds.wholeMark * ink.full) {
    return doubt('faint', names(marks), '填涂不完整，比这张卡上的其他填涂少得多，请确认')
  }
  // What lies beside a clear mark and is much lighter was rubbed out.
  const meant = judged.map((j) =>
    j.verdict === 'weak' ? Math.min(0.02, j.probability) : j.probability,
  )
  return clean('clear', names(marks), meant)
}

function clean(state: FieldState, values: string[], filled: number[]): FieldDecision {
  return { state, values, confidence: certainty(filled), doubtful: false, reason: '', filled }
}

function withConfidenceGate(decision: FieldDecision): FieldDecision {
  if (decision.doubtful || decision.confidence >= thresholds.leastConfidence) return decision
  return { ...decision, doubtful: true, reason: '填涂深浅接近判定界限，请确认' }
}

/** Every column of an exam number needs exactly one clear mark. */
function decideNumber(bubbles: readonly BubbleEvidence[], ink: SheetInk): FieldDecision {
  const columns = new Map<number, BubbleEvidence[]>()
  for (const bubble of bubbles) {
    const list = columns.get(bubble.column)
    if (list) list.push(bubble)
    else columns.set(bubble.column, [bubble])
  }
  const filledOf = new Map<BubbleEvidence, number>()
  const values: string[] = []
  const faults: { column: number; state: FieldState }[] = []
  let confidence = 1
  for (const column of [...columns.keys()].sort((a, b) => a - b)) {
    const list = columns.get(column)!
    const decision = withConfidenceGate(decideSet(list, ink, false))
    list.forEach((bubble, i) => filledOf.set(bubble, decision.filled[i]!))
    confidence *= decision.confidence
    const isRead = decision.state === 'clear' && !decision.doubtful
    values.push(isRead ? decision.values[0]! : '?')
    if (!isRead) faults.push({ column, state: decision.state })
  }
  const filled = bubbles.map((b) => filledOf.get(b)!)
  if (faults.length === 0) return clean('clear', values, filled)
  const isBlank = faults.length === columns.size && faults.every((f) => f.state === 'blank')
  return {
    state: isBlank ? 'blank' : worstState(faults.map((f) => f.state)),
    values,
    confidence: Math.min(0.5, confidence),
    doubtful: true,
    reason: isBlank ? '考号没有填涂' : numberReason(faults),
    filled,
  }
}

const severity: FieldState[] = ['box_error', 'multi', 'faint', 'blank', 'clear']

const worstState = (states: readonly FieldState[]): FieldState =>
  severity.find((state) => states.includes(state)) ?? 'clear'

const faultNames: Record<FieldState, string> = {
  box_error: '没有对准',
  multi: '涂了多个数字',
  faint: '太淡',
  blank: '漏涂',
  clear: '接近判定界限',
}

function numberReason(faults: readonly { column: number; state: FieldState }[]): string {
  const list = faults.map((f) => `第 ${f.column + 1} 位${faultNames[f.state]}`)
  return `考号${list.join('，')}，请核对`
}

function judge(evidence: BubbleEvidence, ink: SheetInk): Judged {
  const { excess, core } = evidence
  const isStroke = excess > ink.empty && core >= thresholds.strokeCore * excess
  const strokeMark = Math.max(thresholds.leastStroke, Math.min(ink.mark, ink.empty * 1.6))
  const mark = isStroke ? Math.min(ink.mark, strokeMark) : ink.mark
  const verdict: Verdict = excess >= mark ? 'mark' : excess > ink.empty ? 'weak' : 'empty'
  return {
    evidence,
    verdict,
    probability: markProbability(excess, ink.empty, mark, ink.full),
    isStroke,
  }
}

/**
 * Probability of being a mark: 1 % at the surely-empty level and 99 % at the mark level with a
 * logistic between, and beyond them exponentially surer towards paper and towards a full mark.
 */
function markProbability(excess: number, empty: number, mark: number, full: number): number {
  if (excess <= empty) return 0.01 * Math.exp(-(empty - excess) / (empty / 5))
  if (excess >= mark) {
    return 1 - 0.01 * Math.exp(-(excess - mark) / Math.max(0.02, (full - mark) / 5))
  }
  const width = Math.max(0.004, (mark - empty) / 9.2)
  return 1 / (1 + Math.exp(-(excess - (empty + mark) / 2) / width))
}

const strongestFirst = (list: readonly Judged[]) =>
  [...list].sort((a, b) => b.evidence.excess - a.evidence.excess)

/** Probability that every bubble was judged rightly. */
const certainty = (filled: readonly number[]) =>
  filled.reduce((product, p) => product * Math.max(p, 1 - p), 1)
