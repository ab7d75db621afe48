import { partAt, type Place } from './tool.ts'

/**
 * Cuts a line where it goes from one part of an answer to another, so that each piece stays with the part it was
 * drawn on however the parts are laid.
 *
 * @param line x, y, x, y … in the picture of all parts
 * @returns pieces in the pixels of their part, with the place at which the line crossed in both
 */
export function lineByPart(
  offsets: readonly Place[],
  line: readonly number[],
): { part: number; points: number[] }[] {
  const pieces: { part: number; points: number[] }[] = []
  const put = (part: number, { x, y }: Place) => {
    const offset = offsets[part] ?? { x: 0, y: 0 }
    pieces.at(-1)?.points.push(x - offset.x, y - offset.y)
  }
  let before: Place | null = null
  for (let at = 0; at + 1 < line.length; at += 2) {
    const place = { x: line[at] ?? 0, y: line[at + 1] ?? 0 }
    for (const crossing of before ? crossings(offsets, before, place) : []) {
      put(pieces.at(-1)?.part ?? 0, crossing.place)
      pieces.push({ part: crossing.part, points: [] })
      put(crossing.part, crossing.place)
    }
    if (!before) pieces.push({ part: partAt(offsets, place).part, points: [] })
    put(pieces.at(-1)?.part ?? 0, place)
    before = place
  }
  return pieces
}

/** Where a straight line enters other parts, in its direction. */
function crossings(offsets: readonly Place[], from: Place, to: Place) {
  const isBeside = offsets.some(({ x }) => x > 0)
  const along = ({ x, y }: Place) => (isBeside ? x : y)
  const [first, last] = [partAt(offsets, from).part, partAt(offsets, to).part]
  const forward = last > first
  const entered: { part: number; place: Place }[] = []
  for (let part = first; part !== last;) {
    part += forward ? 1 : -1
    const border = along(offsets[forward ? part : part + 1] ?? to)
    const share = (border - along(from)) / (along(to) - along(from))
    entered.push({
      part,
      place: { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) },
    })
  }
  return entered
}
