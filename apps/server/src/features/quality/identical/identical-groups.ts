/** Two papers of which a marker said that they are identical scripts. */
interface IdenticalLink {
  unitId: number
  pairUnitId: number
}

/** Is it the link between these two, whichever of them was raised? */
export const areTogether = ({ unitId, pairUnitId }: IdenticalLink, a: number, b: number): boolean =>
  (unitId === a && pairUnitId === b) || (unitId === b && pairUnitId === a)

/**
 * Papers that hang together by links, whichever of them was raised.
 *
 * @returns by unit id, all units of its group in ascending order; a unit without a link is absent
 * @source domain rules 6.2
 */
export function identicalGroups(links: readonly IdenticalLink[]): Map<number, readonly number[]> {
  const groups = new Map<number, readonly number[]>()
  for (const { unitId, pairUnitId } of links) {
    const ids = new Set([unitId, pairUnitId].flatMap((id) => [id, ...(groups.get(id) ?? [])]))
    const group = [...ids].sort((a, b) => a - b)
    for (const id of group) groups.set(id, group)
  }
  return groups
}
