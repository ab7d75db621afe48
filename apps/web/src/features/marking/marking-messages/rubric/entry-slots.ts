import { type DeskAction, SLOT_ACTIONS } from '../../marking-core/keys/desk-actions.ts'

/**
 * The action by whose key each entry of a rubric is pressed, in the order in which they stand on the page.
 * Where there are more entries than keys, the keys are those of the point in hand.
 *
 * @param points those of the paper, in order
 * @param inHand id of the point that keys go to; null for none
 */
export function slotsOf(
  entries: readonly { entry_id: string; point_id: number | null }[],
  points: readonly { id: number }[],
  inHand: number | null,
): ReadonlyMap<string, DeskAction> {
  const ordered = points.flatMap(({ id }) => entries.filter(({ point_id }) => point_id === id))
  const held =
    ordered.length <= SLOT_ACTIONS.length
      ? ordered
      : ordered.filter(({ point_id }) => point_id === inHand)
  return new Map(
    held.flatMap(({ entry_id }, at) => {
      const action = SLOT_ACTIONS[at]
      return action ? [[entry_id, action] as const] : []
    }),
  )
}
