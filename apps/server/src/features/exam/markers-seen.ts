/** People of one duty of a block. */
type Ids = readonly number[]

const isSame = (a: Ids, b: Ids): boolean => {
  const [one, other] = [new Set(a), new Set(b)]
  return one.size === other.size && [...one].every((id) => other.has(id))
}

/**
 * Who is to have a duty, where whoever sets it saw those who had it. What they left as it was stays as it is by now.
 *
 * @returns null where somebody else has changed it since, to what is not wanted
 */
export function wantedNow(wanted: Ids, seen: Ids | undefined, now: Ids): Ids | null {
  if (seen === undefined) return wanted
  if (isSame(wanted, seen)) return now
  return isSame(now, seen) || isSame(now, wanted) ? wanted : null
}
