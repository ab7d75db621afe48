/** What came of giving out as much as can be. */
export interface Given {
  /** What is left of each part. */
  left: number[]
  /** Markers who could give more, themselves or by taking over from others, if there were parts they may read. */
  spare: ReadonlySet<number>
}

/**
 * Gives as many readings as can be given (a largest flow, level by level).
 *
 * Hundreds of markers may read most of a thousand parts, so a whole level is given out before the next one is
 * looked for.
 *
 * @param hands how many each marker may give; Infinity for any number
 * @param rooms by part and marker, how many at most
 * @param wanted by part
 */
export function mostGiven(
  hands: readonly number[],
  rooms: readonly (readonly number[])[],
  wanted: readonly number[],
): Given {
  const state = {
    free: [...hands],
    left: [...wanted],
    rooms,
    given: rooms.map((row) => row.map(() => 0)),
  }
  for (;;) {
    const levels = levelsOf(state)
    if (levels.end === null) return { left: state.left, spare: new Set(levels.markers.keys()) }
    giveOut(state, levels.markers, levels.parts, levels.end)
  }
}

interface State {
  free: number[]
  left: number[]
  rooms: readonly (readonly number[])[]
  /** By part and marker, what is given so far. */
  given: number[][]
}

/** How far from a free hand: markers are even, parts are odd. */
interface Levels {
  markers: ReadonlyMap<number, number>
  parts: ReadonlyMap<number, number>
  /** Of the nearest part with readings left; null where none can be come to. */
  end: number | null
}

/** From markers with a hand free to parts with readings left, by way of readings that others could give. */
function levelsOf({ free, left, rooms, given }: State): Levels {
  const markers = new Map<number, number>()
  const parts = new Map<number, number>()
  let front = free.flatMap((count, marker) => (count > 0 ? [marker] : []))
  for (const marker of front) markers.set(marker, 0)
  for (let level = 1; front.length > 0; level += 2) {
    const found: number[] = []
    for (const [part, room] of rooms.entries()) {
      if (parts.has(part)) continue
      if (!front.some((marker) => (room[marker] ?? 0) > (given[part]?.[marker] ?? 0))) continue
      parts.set(part, level)
      found.push(part)
    }
    if (found.some((part) => (left[part] ?? 0) > 0)) return { markers, parts, end: level }
    front = free.flatMap((_, marker) =>
      !markers.has(marker) && found.some((part) => (given[part]?.[marker] ?? 0) > 0)
        ? [marker]
        : [],
    )
    for (const marker of front) markers.set(marker, level + 1)
  }
  return { markers, parts, end: null }
}

/** Gives along the shortest ways until none of them is open. */
function giveOut(
  { free, left, rooms, given }: State,
  markers: Levels['markers'],
  parts: Levels['parts'],
  end: number,
): void {
  // Who was tried in vain is not tried again on this level.
  const nextPart = free.map(() => 0)
  const nextMarker = left.map(() => 0)
  const move = (part: number, marker: number, by: number) => {
    const row = given[part]
    if (row) row[marker] = (row[marker] ?? 0) + by
  }
  const give = (marker: number, most: number): number => {
    let done = 0
    for (let part = nextPart[marker] ?? 0; part < rooms.length; part++) {
      nextPart[marker] = part
      const room = (rooms[part]?.[marker] ?? 0) - (given[part]?.[marker] ?? 0)
      if (room <= 0 || parts.get(part) !== (markers.get(marker) ?? 0) + 1) continue
      const taken = take(part, Math.min(most - done, room))
      move(part, marker, taken)
      done += taken
      if (done === most) return done
    }
    nextPart[marker] = rooms.length
    return done
  }
  /** A part takes what is left of it, or has somebody else give elsewhere what they give of it. */
  const take = (part: number, most: number): number => {
    const level = parts.get(part) ?? 0
    if (level === end) {
      const taken = Math.min(left[part] ?? 0, most)
      left[part] = (left[part] ?? 0) - taken
      return taken
    }
    let taken = 0
    for (let marker = nextMarker[part] ?? 0; marker < free.length; marker++) {
      nextMarker[part] = marker
      const theirs = given[part]?.[marker] ?? 0
      if (theirs <= 0 || markers.get(marker) !== level + 1) continue
      const passed = give(marker, Math.min(most - taken, theirs))
      move(part, marker, -passed)
      taken += passed
      if (taken === most) return taken
    }
    nextMarker[part] = free.length
    return taken
  }
  for (const [marker, level] of markers)
    if (level === 0) free[marker] = (free[marker] ?? 0) - give(marker, free[marker] ?? 0)
}
