import type { BubbleField, BubbleReading, FieldReading } from '@hengjuan/domain'
import { alignGroup } from '../align/align-group.ts'
import type { InkView } from '../align/ink-view.ts'
import type { Shift } from '../align/outline-search.ts'
import { decideField } from './decide-field.ts'
import { explainField } from './explain-field.ts'
import type { FieldExplanation } from './explanation.ts'
import type { GroupPlan, PlannedBubble } from './group-plan.ts'
import { planPage } from './group-plan.ts'
import { measureBubbles } from './measure-bubble.ts'
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
  const plan = planPage(fields)
  const aligned: GroupFit[] = []
  const shifts: Shift[] = []
  const seen = new Float64Array(plan.bubbles.length)
  for (const group of plan.groups) {
    const fit = alignPlan(view, group, reachMm)
    aligned.push(fit)
    seen.set(fit.seen, shifts.length)
    for (let i = 0; i < fit.shifts.length; i++) shifts.push(fit.shifts[i]!)
  }
  const judge = new SheetJudge(view, plan, measureBubbles(view, plan.bubbles, shifts), shifts, seen)
  return {
    groups: aligned,
    fields: fields.map((field, i) => readField(field, plan.firstOf[i]!, judge)),
    explain: () =>
      fields.flatMap((field, i) => {
        const first = plan.firstOf[i]!
        const evidence = judge.evidenceOf(field, first)
        const looks = field.bubbles.map((_, k) => judge.look(first + k))
        return explainField(field, evidence, judge.ink, looks)
      }),
  }
}

/** Finds where one group of bubbles lies. */
function alignPlan(
  view: InkView,
  { group, outlined, bubbles, targets, pitchMm }: GroupPlan,
  reachMm: number,
): GroupFit {
  if (!outlined) {
    const still: Shift = { dx: 0, dy: 0 }
    const shifts = bubbles.map(() => still)
    const seen = bubbles.map(() => 1)
    return { group, outlined, quality: 1, shiftMm: 0, bubbles, shifts, seen }
  }
  const reach = Math.min(reachMm, pitchMm * 0.42)
  const { offsets, seen, quality } = alignGroup(view, bubbles, targets, reach)
  const shiftMm = meanLength(offsets)
  return { group, outlined, quality, shiftMm, bubbles, shifts: offsets, seen }
}

function meanLength(shifts: readonly Shift[]): number {
  let sum = 0
  let length = 0
  for (let i = 0; i < shifts.length; i++) {
    // Mostly they share one.
    if (i === 0 || shifts[i] !== shifts[i - 1]) length = Math.hypot(shifts[i]!.dx, shifts[i]!.dy)
    sum += length
  }
  return shifts.length > 0 ? sum / shifts.length : 0
}

function readField(field: BubbleField, first: number, judge: SheetJudge): FieldReading {
  const evidence = judge.evidenceOf(field, first)
  const decision = decideField(field, evidence, judge.ink)
  const { coverage, xPx, yPx } = judge.measured
  // By name: copying with a spread takes ten times as long.
  return {
    id: field.id,
    kind: field.kind,
    state: decision.state,
    values: decision.values,
    confidence: round(decision.confidence, 1e4),
    doubtful: decision.doubtful,
    reason: decision.reason,
    bubbles: field.bubbles.map(({ value, column }, i): BubbleReading => ({
      value,
      column,
      darkness: round(Math.max(0, evidence[i]!.excess), 1e3),
      coverage: round(coverage[first + i]!, 1e3),
      filled: round(decision.filled[i]!, 1e4),
      xPx: round(xPx[first + i]!, 10),
      yPx: round(yPx[first + i]!, 10),
    })),
  }
}

const round = (value: number, steps: number) => Math.round(value * steps) / steps
