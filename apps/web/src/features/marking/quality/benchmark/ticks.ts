import type { Flagged } from './FlaggedList.tsx'

type Listed = Pick<Flagged, 'unit_id' | 'read_again'>

/** With the paper ticked, or without where it was. */
export function toggled(ticked: ReadonlySet<number>, unitId: number): ReadonlySet<number> {
  const after = new Set(ticked)
  if (!after.delete(unitId)) after.add(unitId)
  return after
}

/** Ticks of papers that are still listed: a flag may have been taken back meanwhile, and nobody sees the tick then. */
export const standingTicks = (
  ticked: ReadonlySet<number>,
  list: readonly Pick<Listed, 'unit_id'>[],
): ReadonlySet<number> =>
  new Set(list.flatMap(({ unit_id }) => (ticked.has(unit_id) ? [unit_id] : [])))

/** What the ticked papers of a list can be used for, by unit id. */
export function ticksOf(list: readonly Listed[], ticked: ReadonlySet<number>) {
  const ids = (papers: readonly Listed[]) => papers.map(({ unit_id }) => unit_id)
  /** All that may go to a second reader, ticked or not. */
  const sendable = ids(list.filter(({ read_again }) => read_again.refusal === null))
  /** Of those that are ticked, those that were sent and that nobody has begun. */
  const waiting = ids(
    list.filter(
      ({ unit_id, read_again: { sent } }) =>
        ticked.has(unit_id) && sent !== null && sent.withdraw_refusal === null,
    ),
  )
  return {
    sendable,
    waiting,
    isAll: ticked.size > 0 && sendable.every((id) => ticked.has(id)),
    isToWithdraw: waiting.length > 0 && waiting.length === ticked.size,
  }
}
