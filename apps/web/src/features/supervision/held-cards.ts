/** Cards on the page, and the blocks in each, in their order. */
export type HeldCards = ReadonlyMap<string, readonly number[]>

interface Card<Row> {
  key: string
  count: number
  countOf: (row: Row) => number
  blocks: readonly Row[]
}

/**
 * Cards and their blocks at the places that they had when the pointer came, though their figures are others by now,
 * or 0; what is new follows.
 *
 * @param cards all that there can be, their blocks in order, with those of which nothing is left last
 * @param held null while the pointer is elsewhere
 */
export function cardsInPlace<Row extends { block_id: number }, One extends Card<Row>>(
  cards: readonly (One & Card<Row>)[],
  held: HeldCards | null,
): readonly One[] {
  const shown = cards
    .filter(({ key, count }) => count > 0 || held?.has(key))
    .map((card) => {
      const ids = held?.get(card.key) ?? []
      const kept = card.blocks.filter((row) => card.countOf(row) > 0 || ids.includes(row.block_id))
      return { ...card, blocks: inPlace(kept, ({ block_id }) => block_id, ids) }
    })
  return inPlace(shown, ({ key }) => key, [...(held?.keys() ?? [])])
}

function inPlace<T, Key>(all: readonly T[], keyOf: (one: T) => Key, places: readonly Key[]): T[] {
  const placeOf = (one: T): number => {
    const place = places.indexOf(keyOf(one))
    return place < 0 ? places.length : place
  }
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}
