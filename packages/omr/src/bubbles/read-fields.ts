import type { BubbleField, BubbleReading, FieldReading } from '@hengjuan/domain'
import type { PlacedBubble } from '../align/align-group.ts'
import { alignGroup, pitchOf } from '../align/align-group.ts'
import type { InkView } from '../align/ink-view.ts'
import type { Shift } from '../align/outline-search.ts'
import type { BubbleEvidence } from './decide-field.ts'
import { decideField } from './decide-field.ts'
import type { BubbleInk } from './measure-bubble.ts'
import { measureBubble, shareAbove } from './measure-bubble.ts'
import { emptyPrints, excessOver, sheetInk, strokeLevel } from './sheet-ink.ts'
import { thresholds } from './thresholds.ts'

/** How a group of bubbles met its printed outlines. */
export interface GroupFit {
  group: string
  outlined: boolean
  /** Mean share of outlines seen, 0 to 1. */
  quality: number
  /** Mean shift from where the page geometry put it. */
  shiftMm: number
}

export interface FieldsResult {
  fields: FieldReading[]
  groups: GroupFit[]
}

interface Measured extends PlacedBubble {
  ink: BubbleInk
  /** Share of the outline that was seen. */
  seen: number
  /** Bubbles are alike when they print the same and are measured alike. */
  likeness: string
}

/** Furthest a printed grid may lie from where the anchors put it. */
const mostShiftMm = 1.6

/** Aligns, measures and decides every bubble field of a page. */
export function readFields(
  view: InkView,
  fields: readonly BubbleField[],
  reachMm = mostShiftMm,
): FieldsResult {
  const groups: GroupFit[] = []
  const measured = new Map<BubbleField, Measured[]>()
  for (const list of groupsOf(fields)) {
    const { fit, bubbles } = measureGroup(view, list, reachMm)
    groups.push(fit)
    for (const bubble of bubbles) {
      const known = measured.get(bubble.field)
      if (known) known.push(bubble)
      else measured.set(bubble.field, [bubble])
    }
  }
  const all = [...measured.values()].flat()
  const judge = sheetJudge(all)
  return {
    groups,
    fields: fields.map((field) => readField(field, measured.get(field) ?? [], judge)),
  }
}

/** Aligns one group of fields and measures its bubbles. */
function measureGroup(
  view: InkView,
  fields: readonly BubbleField[],
  reachMm: number,
): { fit: GroupFit; bubbles: Measured[] } {
  const placed = fields.flatMap((field) => field.bubbles.map((bubble) => ({ field, bubble })))
  const outlined = fields.every((field) => field.outlined)
  const alignment = outlined
    ? alignGroup(view, placed, Math.min(reachMm, pitchOf(placed) * 0.42))
    : null
  const still: Shift = { dx: 0, dy: 0 }
  const bubbles = placed.map((item, i) => ({
    ...item,
    ink: measureBubble(view, item.field, item.bubble, alignment?.offsets[i] ?? still),
    seen: alignment?.seen[i] ?? 1,
    likeness: likenessOf(item),
  }))
  const offsets = alignment?.offsets ?? []
  const shift = offsets.reduce((sum, o) => sum + Math.hypot(o.dx, o.dy), 0)
  return {
    fit: {
      group: fields[0]!.group,
      outlined,
      quality: alignment?.quality ?? 1,
      shiftMm: offsets.length > 0 ? shift / offsets.length : 0,
    },
    bubbles,
  }
}

function groupsOf(fields: readonly BubbleField[]): BubbleField[][] {
  const groups = new Map<string, BubbleField[]>()
  for (const field of fields) {
    const list = groups.get(field.group)
    if (list) list.push(field)
    else groups.set(field.group, [field])
  }
  return [...groups.values()]
}

const likenessOf = ({ field, bubble }: PlacedBubble) =>
  `${bubble.label} ${bubble.widthMm} ${bubble.heightMm} ${field.shape}`

function sheetJudge(all: readonly Measured[]) {
  const printsOf = (measure: (m: Measured) => number) =>
    emptyPrints(
      all.map((m) => ({
        label: m.likeness,
        isPlain: m.bubble.label === '',
        value: measure(m),
      })),
    )
  const darkness = printsOf((m) => m.ink.darkness)
  const excess = (m: Measured) => excessOver(darkness(m.likeness), m.ink.darkness)
  const ink = sheetInk(all.map(excess))
  const level = strokeLevel(ink)
  const strokes = printsOf((m) => shareAbove(m.ink, level))
  const usualAround = once(() => medianOf(spread(all, 40).map((m) => m.ink.around())))
  const evidence = (m: Measured): BubbleEvidence => {
    const print = strokes(m.likeness)
    const isPrint = print.isLone && m.bubble.label !== ''
    return {
      value: m.bubble.value,
      column: m.bubble.column,
      excess: excess(m),
      core: isPrint ? 0 : shareAbove(m.ink, level) - print.value,
      around: () => m.ink.around() - usualAround(),
      located: m.ink.onPaper && (m.seen >= thresholds.leastOutline || isFilled(m)),
    }
  }
  return { ink, evidence }
}

function once<T>(compute: () => T): () => T {
  let value: { known: T } | null = null
  return () => (value ??= { known: compute() }).known
}

const medianOf = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!)

/** A filled bubble hides or smears its outline; it cannot be asked to show it. */
const isFilled = (m: Measured) => m.ink.coverage > 0.6

function readField(
  field: BubbleField,
  bubbles: readonly Measured[],
  judge: ReturnType<typeof sheetJudge>,
): FieldReading {
  const evidence = bubbles.map(judge.evidence)
  const { filled, ...decision } = decideField(field, evidence, judge.ink)
  return {
    id: field.id,
    kind: field.kind,
    ...decision,
    confidence: round(decision.confidence, 4),
    bubbles: bubbles.map((m, i): BubbleReading => ({
      value: m.bubble.value,
      column: m.bubble.column,
      darkness: round(Math.max(0, evidence[i]!.excess), 3),
      coverage: round(m.ink.coverage, 3),
      filled: round(filled[i]!, 4),
      xPx: round(m.ink.xPx, 1),
      yPx: round(m.ink.yPx, 1),
    })),
  }
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))
