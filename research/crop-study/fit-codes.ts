/** No code is longer. */
const longest = 16

/**
 * The shortest prefix codes for symbols of these counts, by the procedure of the standard's annex K.2: no code
 * is all ones, none is longer than sixteen bits, and a symbol that was never seen has one too.
 *
 * @returns how many codes there are of each length, and the symbols, those of shorter codes first
 */
export function fitCodes(
  symbols: readonly number[],
  seen: ReadonlyMap<number, number>,
): { counts: number[]; symbols: number[] } {
  // The one that no file has takes the code of all ones.
  const reserved = { weight: 0.5, symbols: [-1] }
  const trees = [
    reserved,
    ...symbols.map((symbol) => ({ weight: Math.max(1, seen.get(symbol) ?? 0), symbols: [symbol] })),
  ]
  const lengths = new Map<number, number>()
  while (trees.length > 1) {
    trees.sort((a, b) => b.weight - a.weight)
    const [one, other] = [trees.pop()!, trees.pop()!]
    const joined = [...one.symbols, ...other.symbols]
    for (const symbol of joined) lengths.set(symbol, (lengths.get(symbol) ?? 0) + 1)
    trees.push({ weight: one.weight + other.weight, symbols: joined })
  }
  const counts = Array.from({ length: 64 }, () => 0)
  for (const length of lengths.values()) counts[length - 1]!++
  for (let i = counts.length - 1; i >= longest; i--) {
    while (counts[i]! > 0) {
      // Two of the longest give way: their common beginning to one, and the other goes beside a shorter code.
      let shorter = i - 2
      while (counts[shorter] === 0) shorter--
      counts[i]! -= 2
      counts[i - 1]!++
      counts[shorter + 1]! += 2
      counts[shorter]!--
    }
  }
  let last = longest - 1
  while (counts[last] === 0) last--
  counts[last]!--
  const order = symbols.toSorted(
    (a, b) => lengths.get(a)! - lengths.get(b)! || (seen.get(b) ?? 0) - (seen.get(a) ?? 0) || a - b,
  )
  return { counts: counts.slice(0, longest), symbols: order }
}
