import type { BubbleField, FieldState } from '@hengjuan/domain'
import { scoreOf } from './decide-score.ts'
import type { Settled } from './settle-options.ts'
import { settleOptions } from './settle-options.ts'
import type { SheetInk } from './sheet-ink.ts'

/** One bubble's evidence. */
export interface BubbleEvidence {
  value: string
  /** Digit position for an exam number, 0 elsewhere. */
  column: number
  /** Darkness above the printed empty bubble, 0 to 1. */
  excess: number
  /** Dark strokes above those of the printed empty bubble, share of the area; null where its print is not known. */
  core: number | null
  /**
   * Do dark strokes lie around the bubble in more of the directions than around others, by more than a share
   * of them? Measured when asked.
   */
  isRinged: (most: number) => boolean
  /** Ink of the paper just outside the bubble; measured when asked. */
  surround: () => number
  /** Share of the inside, cell by cell, whose ink is at least a level; measured when asked. */
  reach: (level: number) => number
  /**
   * Share of the printed outline that was met where the template says, 0 to 1: 1 where none is printed or
   * ink hides it, 0 where the bubble is not on paper.
   */
  seen: number
}

export interface FieldDecision {
  state: FieldState
  values: string[]
  /** Probability that `values` is what the candidate meant, 0 to 1. */
  confidence: number
  doubtful: boolean
  reason: string
  /** Probability of each bubble to be meant, in the order given. */
  filled: number[]
}

/** What decided a field, column by column: one column unless it is an exam number or a score bar. */
export interface DecidedColumn extends Settled {
  column: number
}

/** Decides what a field says; a doubt is stated, never settled by taking the darker one. */
export function decideField(
  field: Pick<BubbleField, 'kind' | 'multiple' | 'fullMilli'>,
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
): FieldDecision {
  if (!hasColumns(field)) {
    const settled = settleColumn(field, bubbles, ink)
    const { state, values, confidence, doubtful, sentence, filled } = settled
    return { state, values, confidence, doubtful, reason: sentence, filled }
  }
  const columns = decideColumns(field, bubbles, ink)
  // Within a column the order is that of the field.
  const taken = columns.map(() => 0)
  const filled = bubbles.map((bubble) => {
    const index = columns.findIndex(({ column }) => column === bubble.column)
    return columns[index]!.filled[taken[index]!++]!
  })
  const decided = field.kind === 'examNo' ? numberOf(columns) : scoreOf(columns, field.fullMilli)
  return { ...decided, filled }
}

const hasColumns = ({ kind }: Pick<BubbleField, 'kind'>) => kind === 'examNo' || kind === 'score'

function settleColumn(
  { kind, multiple }: Pick<BubbleField, 'kind' | 'multiple'>,
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
): Settled {
  return settleOptions(bubbles, ink, { multiple, isBlankUsual: usuallyBlank.has(kind) })
}

/** Settles every column by itself; fields other than an exam number are one column. */
export function decideColumns(
  field: Pick<BubbleField, 'kind' | 'multiple'>,
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
): DecidedColumn[] {
  if (!hasColumns(field)) return [Object.assign(settleColumn(field, bubbles, ink), { column: 0 })]
  const how = { multiple: false, isBlankUsual: usuallyBlank.has(field.kind) }
  const columns = Map.groupBy(bubbles, (bubble) => bubble.column)
  return [...columns.keys()]
    .sort((one, other) => one - other)
    .map((column) => Object.assign(settleOptions(columns.get(column)!, ink, how), { column }))
}

/** Fields that most sheets leave blank, and columns of which most are. */
const usuallyBlank: ReadonlySet<BubbleField['kind']> = new Set(['absent', 'misconduct', 'score'])

/** Every column of an exam number needs exactly one clear mark. */
function numberOf(columns: readonly DecidedColumn[]): Omit<FieldDecision, 'filled'> {
  const isRead = (c: DecidedColumn) => c.state === 'clear' && !c.doubtful
  const values = columns.map((c) => (isRead(c) ? c.values[0]! : '?'))
  const faults = columns.filter((c) => !isRead(c))
  if (faults.length === 0) {
    const confidence = columns.reduce((product, c) => product * c.confidence, 1)
    return { state: 'clear', values, confidence, doubtful: false, reason: '' }
  }
  const isBlank = faults.length === columns.length && faults.every((f) => f.state === 'blank')
  return {
    state: isBlank ? 'blank' : worstState(faults.map((f) => f.state)),
    values,
    // A digit that was not read cannot be the one that was meant.
    confidence: 0,
    doubtful: true,
    reason: isBlank ? '考号没有填涂' : numberReason(faults),
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

function numberReason(faults: readonly DecidedColumn[]): string {
  const list = faults.map((f) => `第 ${f.column + 1} 位${faultNames[f.state]}`)
  return `考号${list.join('，')}，请核对`
}
