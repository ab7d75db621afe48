import { median } from '../kernels/averages.ts'
import type { BubbleField, BubbleReading, FieldReading } from '@hengjuan/domain'
import { alignGroup } from '../align/align-group.ts'
import type { InkView } from '../align/ink-view.ts'
import { localView } from '../align/ink-view.ts'
import type { Shift } from '../align/outline-search.ts'
import { inkReach, ringShare, surroundInk } from './closer-look.ts'
import type { BubbleEvidence } from './decide-field.ts'
import { decideField } from './decide-field.ts'
import { explainField } from './explain-field.ts'
import type { BubbleLook, FieldExplanation } from './explanation.ts'
import type { GroupPlan, PlannedBubble } from './group-plan.ts'
import { planGroups } from './group-plan.ts'
import type { BubbleInk, MeasuredInk } from './measure-bubble.ts'
import { measureBubbles } from './measure-bubble.ts'
import { isBlackAndWhite } from './scan-tone.ts'
import {
  emptyPrints,
  excessOver,
  ringLevel,
  sheetLevels,
  strokeLevel,
  withStrokes,
} from './sheet-ink.ts'

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
  /** Why every field was read as it was, in their order; computed when asked. */
  explain: () => FieldExplanation[]
}

interface Measured extends PlannedBubble {
  /** Which of the page's bubbles, in the order in which they were measured. */
  index: number
  ink: BubbleInk
  /** Where its grid was found to be shifted to. */
  shift: Shift
  /** Share of the outline that was seen. */
  seen: number
}

/** Furthest a printed grid may lie from where the anchors put it. */
const mostShiftMm = 1.6

/** Aligns, measures and decides every bubble field of a page. */
export function readFields(
  view: InkView,
  fields: readonly BubbleField[],
  reachMm = mostShiftMm,
): FieldsResult {
  const plans = planGroups(fields)
  const aligned = plans.map((plan) => alignPlan(view, plan, reachMm))
  const planned = plans.flatMap((plan) => plan.bubbles)
  const shifts = aligned.flatMap((a) => a.shifts)
  const seen = new Float64Array(planned.length)
  let next = 0
  for (const { seen: some } of aligned) {
    seen.set(some, next)
    next += some.length
  }
  const { inks, sharesAbove } = measureBubbles(view, planned, shifts)
  const all = planned.map(({ field, bubble, outline, likeness }, index): Measured => {
    const [ink, shift] = [inks[index]!, shifts[index]!]
    // Copying by name is ten times as fast as spreading, and there are hundreds of bubbles.
    return { field, bubble, outline, likeness, index, ink, shift, seen: seen[index]! }
  })
  const measured = Map.groupBy(all, (m) => m.field)
  const judge = sheetJudge(view, all, sharesAbove)
  return {
    groups: aligned.map((a) => a.fit),
    fields: fields.map((field) => readField(field, measured.get(field) ?? [], judge)),
    explain: () =>
      fields.flatMap((field) => {
        const bubbles = measured.get(field) ?? []
        const looks = bubbles.map(judge.look)
        return explainField(field, bubbles.map(judge.evidence), judge.ink, looks)
      }),
  }
}

/** Finds where one group of bubbles lies. */
function alignPlan(
  view: InkView,
  { group, outlined, bubbles, pitchMm }: GroupPlan,
  reachMm: number,
): { fit: GroupFit; shifts: Shift[]; seen: ArrayLike<number> } {
  if (!outlined) {
    const still: Shift = { dx: 0, dy: 0 }
    return {
      fit: { group, outlined, quality: 1, shiftMm: 0 },
      shifts: bubbles.map(() => still),
      seen: bubbles.map(() => 1),
    }
  }
  const { offsets, seen, quality } = alignGroup(view, bubbles, Math.min(reachMm, pitchMm * 0.42))
  const sum = offsets.reduce((total, o) => total + Math.hypot(o.dx, o.dy), 0)
  return {
    fit: { group, outlined, quality, shiftMm: offsets.length > 0 ? sum / offsets.length : 0 },
    shifts: offsets,
    seen,
  }
}

function sheetJudge(
  view: InkView,
  all: readonly Measured[],
  sharesAbove: MeasuredInk['sharesAbove'],
) {
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
  const localOf = ({ bubble, shift }: Measured) =>
    localView(view, bubble.xMm + shift.dx, bubble.yMm + shift.dy)
  const excesses = all.map(excess)
  const levels = sheetLevels(excesses, isBlackAndWhite(view.white), () =>
    all.map((m) => surroundInk(localOf(m), m.bubble)),
  )
  const dark = sharesAbove(strokeLevel(levels))
  const strokes = printsOf((m) => dark[m.index]!)
  const core = (m: Measured) => {
    const print = strokes(m.likeness)
    return print.isLone && m.bubble.label !== '' ? null : dark[m.index]! - print.value
  }
  const ink = withStrokes(levels, excesses, all.map(core))
  const ringInk = ringLevel(ink)
  const around = (m: Measured) => ringShare(localOf(m), m.bubble, ringInk)
  const usualAround = once(() => median(spread(all, 40).map(around)))
  const evidence = (m: Measured): BubbleEvidence => ({
    value: m.bubble.value,
    column: m.bubble.column,
    excess: excesses[m.index]!,
    core: core(m),
    around: () => around(m) - usualAround(),
    surround: once(() => surroundInk(localOf(m), m.bubble)),
    reach: (level) => inkReach(localOf(m), m.bubble, m.field.shape, level),
    seen: !m.ink.onPaper ? 0 : isFilled(m) ? 1 : m.seen,
  })
  const look = (m: Measured): BubbleLook => ({
    paper: localOf(m).paper,
    darkness: m.ink.darkness,
    print: darkness(m.likeness).value,
    shiftMm: [m.shift.dx, m.shift.dy],
  })
  return { ink, evidence, look }
}

function once<T>(compute: () => T): () => T {
  let value: { known: T } | null = null
  return () => (value ??= { known: compute() }).known
}

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
    confidence: round(decision.confidence, 1e4),
    bubbles: bubbles.map((m, i): BubbleReading => ({
      value: m.bubble.value,
      column: m.bubble.column,
      darkness: round(Math.max(0, evidence[i]!.excess), 1e3),
      coverage: round(m.ink.coverage, 1e3),
      filled: round(filled[i]!, 1e4),
      xPx: round(m.ink.xPx, 10),
      yPx: round(m.ink.yPx, 10),
    })),
  }
}

const round = (value: number, steps: number) => Math.round(value * steps) / steps
