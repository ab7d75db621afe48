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

/** Bubbles that print the same and are measured alike. */
export interface AlikeBubbles {
  /** Is nothing printed inside? */
  isPlain: boolean
  /** Which of the page's bubbles, in the order of the groups and of their bubbles. */
  indices: Int32Array
}

export interface Likeness {
  kinds: readonly AlikeBubbles[]
  /** For each bubble of the page which of the kinds it is of. */
  kindOf: Int32Array
}

const likenesses = new WeakMap<readonly GroupPlan[], Likeness>()

/** Which bubbles of a page are alike. */
export function likenessOf(groups: readonly GroupPlan[]): Likeness {
  const known = likenesses.get(groups)
  if (known) return known
  const all = groups.flatMap((group) => group.bubbles).map((planned, index) => ({ planned, index }))
  const kindOf = new Int32Array(all.length)
  const kinds = [...Map.groupBy(all, ({ planned }) => planned.likeness).values()].map(
    (twins, kind) => {
      for (const { index } of twins) kindOf[index] = kind
      const indices = Int32Array.from(twins, ({ index }) => index)
      return { isPlain: twins[0]!.planned.bubble.label === '', indices }
    },
  )
  const found = { kinds, kindOf }
  likenesses.set(groups, found)
  return found
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
