import type { BubbleField } from '@hengjuan/domain'
import type { PlacedBubble } from '../align/align-group.ts'
import { pitchOf } from '../align/align-group.ts'
import { outlineOf } from '../align/outline-points.ts'

/** What the template alone says about bubbles that were printed as one grid. */
export interface GroupPlan {
  group: string
  outlined: boolean
  bubbles: readonly PlannedBubble[]
  /** Least spacing of bubble centres, millimetres. */
  pitchMm: number
}

export interface PlannedBubble extends PlacedBubble {
  /** Bubbles are alike when they print the same and are measured alike. */
  likeness: string
}

/** A template is read a thousand times: what follows from it alone is worked out once. */
const plans = new WeakMap<readonly BubbleField[], GroupPlan[]>()

/** The groups of a page's fields. The fields must not be changed afterwards. */
export function planGroups(fields: readonly BubbleField[]): readonly GroupPlan[] {
  let planned = plans.get(fields)
  if (!planned) {
    planned = [...Map.groupBy(fields, (field) => field.group)].map(([group, list]) => {
      const bubbles = list.flatMap((field) =>
        field.bubbles.map((bubble): PlannedBubble => {
          const likeness = `${bubble.label} ${bubble.widthMm} ${bubble.heightMm} ${field.shape}`
          return { field, bubble, outline: outlineOf(bubble, field.shape), likeness }
        }),
      )
      const outlined = list.every((field) => field.outlined)
      return { group, outlined, bubbles, pitchMm: pitchOf(bubbles) }
    })
    plans.set(fields, planned)
  }
  return planned
}
