import type { BubbleField, BubbleReading, FieldReading } from '@hengjuan/domain'
import { alignGroup } from '../align/align-group.ts'
import type { InkView } from '../align/ink-view.ts'
import type { Shift } from '../align/outline-search.ts'
import { decideField } from './decide-field.ts'
import { explainField } from './explain-field.ts'
import type { FieldExplanation } from './explanation.ts'
import type { GroupPlan, PlannedBubble } from './group-plan.ts'
import { likenessOf, planGroups } from './group-plan.ts'
import { measureBubbles } from './measure-bubble.ts'
import type { Measured } from './sheet-judge.ts'
import { SheetJudge } from './sheet-judge.ts'

/** How a group of bubbles met its printed outlines. */
export interface GroupFit {
  group: string
  outlined: boolean
  /** Mean share of outlines seen, 0 to 1. */
  quality: number
  /** Mean shift from where the page geometry put it. */
  shiftMm: number
  /** Its bubbles, where each was found, and how much of its outline was seen. */
  bubbles: readonly PlannedBubble[]
  shifts: readonly Shift[]
  seen: ArrayLike<number>
}

export interface FieldsResult {
  fields: FieldReading[]
  groups: GroupFit[]
  /** Why every field was read as it was, in their order; computed when asked. */
  explain: () => FieldExplanation[]
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
  const judge = new SheetJudge(view, all, likenessOf(plans), sharesAbove)
  return {
    groups: aligned,
    fields: fields.map((field) => readField(field, measured.get(field) ?? [], judge)),
    explain: () =>
      fields.flatMap((field) => {
        const bubbles = measured.get(field) ?? []
        const evidence = bubbles.map((m) => judge.evidence(m))
        const looks = bubbles.map((m) => judge.look(m))
        return explainField(field, evidence, judge.ink, looks)
      }),
  }
}

/** Finds where one group of bubbles lies. */
function alignPlan(
  view: InkView,
  { group, outlined, bubbles, pitchMm }: GroupPlan,
  reachMm: number,
): GroupFit {
  if (!outlined) {
    const still: Shift = { dx: 0, dy: 0 }
    const shifts = bubbles.map(() => still)
    const seen = bubbles.map(() => 1)
    return { group, outlined, quality: 1, shiftMm: 0, bubbles, shifts, seen }
  }
  const { offsets, seen, quality } = alignGroup(view, bubbles, Math.min(reachMm, pitchMm * 0.42))
  const sum = offsets.reduce((total, o) => total + Math.hypot(o.dx, o.dy), 0)
  const shiftMm = offsets.length > 0 ? sum / offsets.length : 0
  return { group, outlined, quality, shiftMm, bubbles, shifts: offsets, seen }
}

function readField(
  field: BubbleField,
  bubbles: readonly Measured[],
  judge: SheetJudge,
): FieldReading {
  const evidence = bubbles.map((m) => judge.evidence(m))
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
