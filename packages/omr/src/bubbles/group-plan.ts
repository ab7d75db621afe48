import type { BubbleField } from '@hengjuan/domain'
import type { PlacedBubble } from '../align/align-group.ts'
import { pitchOf } from '../align/align-group.ts'
import { outlineOf } from '../align/outline-points.ts'
import type { TargetPlan } from '../align/outline-search.ts'
import { planTargets } from '../align/outline-search.ts'

/** What the template alone says about bubbles that were printed as one grid. */
export interface GroupPlan {
  group: string
  outlined: boolean
  bubbles: readonly PlannedBubble[]
  /** The same, laid out for the search of their outlines. */
  targets: TargetPlan
  /** Least spacing of bubble centres, millimetres. */
  pitchMm: number
}

export interface PlannedBubble extends PlacedBubble {
  /** Bubbles are alike when they print the same and are measured alike. */
  likeness: string
}

/** Bubbles that print the same and are measured alike. */
export interface AlikeBubbles {
  /** Is nothing printed inside? */
  isPlain: boolean
  /** Which of the page's bubbles. */
  indices: Int32Array
}

/** All bubbles of a page, in the order of the groups and of their bubbles: `index` is a place in it. */
export interface PagePlan {
  groups: readonly GroupPlan[]
  bubbles: readonly PlannedBubble[]
  /** Of each field, in their order, its first bubble; the others follow it. */
  firstOf: Int32Array
  kinds: readonly AlikeBubbles[]
  /** For each bubble which of the kinds it is of. */
  kindOf: Int32Array
  /** Share of the bubbles that stay empty if every field is filled in as full as it may be. */
  surelyEmpty: number
}

/** A template is read a thousand times: what follows from it alone is worked out once. */
const plans = new WeakMap<readonly BubbleField[], PagePlan>()

/** What a page's fields say of its bubbles. The fields must not be changed afterwards. */
export function planPage(fields: readonly BubbleField[]): PagePlan {
  const known = plans.get(fields)
  if (known) return known
  const groups = planGroups(fields)
  const bubbles = groups.flatMap((group) => group.bubbles)
  const plan = {
    groups,
    bubbles,
    firstOf: Int32Array.from(fields, (field) => bubbles.findIndex((b) => b.field === field)),
    ...kindsOf(bubbles),
    surelyEmpty: surelyEmptyShare(fields),
  }
  plans.set(fields, plan)
  return plan
}

function planGroups(fields: readonly BubbleField[]): GroupPlan[] {
  return [...Map.groupBy(fields, (field) => field.group)].map(([group, list]) => {
    const bubbles = list.flatMap((field) =>
      field.bubbles.map((bubble): PlannedBubble => {
        const likeness = `${bubble.label} ${bubble.widthMm} ${bubble.heightMm} ${field.shape}`
        return { field, bubble, outline: outlineOf(bubble, field.shape), likeness }
      }),
    )
    const outlined = list.every((field) => field.outlined)
    return { group, outlined, bubbles, targets: planTargets(bubbles), pitchMm: pitchOf(bubbles) }
  })
}

function kindsOf(bubbles: readonly PlannedBubble[]): Pick<PagePlan, 'kinds' | 'kindOf'> {
  const kindOf = new Int32Array(bubbles.length)
  const alike = Map.groupBy(bubbles.keys(), (index) => bubbles[index]!.likeness)
  const kinds = [...alike.values()].map((indices, kind): AlikeBubbles => {
    for (const index of indices) kindOf[index] = kind
    const isPlain = bubbles[indices[0]!]!.bubble.label === ''
    return { isPlain, indices: Int32Array.from(indices) }
  })
  return { kinds, kindOf }
}

function surelyEmptyShare(fields: readonly BubbleField[]): number {
  let [marks, all] = [0, 0]
  for (const { multiple, bubbles } of fields) {
    marks += multiple ? bubbles.length : new Set(bubbles.map((b) => b.column)).size
    all += bubbles.length
  }
  return all > 0 ? 1 - marks / all : 0
}
