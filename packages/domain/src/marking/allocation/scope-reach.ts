import { barredBy, type MarkScope, type PaperOrigin, type ReadingBar } from './eligibility.ts'
import { mostGiven } from '../quality/most-given.ts'

/** By what papers are told apart: any class where classes do not matter. */
export type PaperPlace = Omit<PaperOrigin, 'candidateId'>

/** What there is to read of papers that no rule tells apart. */
export interface PaperLoad extends PaperPlace {
  units: number
  /** First and second readings of them that are not given yet. */
  readings: number
  /** Marker id -> first and second readings given of them. */
  given: ReadonlyMap<number, number>
}

/** A marker of a block who is given papers. */
export interface ReachingMarker {
  id: number
  bar: ReadingBar
  /** First and second readings that they are to give in all; null for no target. */
  target: number | null
  /** May they go on at their target? */
  mayExceed: boolean
}

export interface Unreached {
  /**
   * Schools with readings that nobody can give: no marker may, or those who may are at their targets by then.
   * With the class where a marker could, but for teaching it; null for all others of the school together.
   */
  schools: { schoolId: number; classId: number | null; readings: number }[]
  /** Markers who may not read as many papers as they are to: their target, and what they can come to. */
  markers: { id: number; target: number; most: number }[]
}

/**
 * What of a block's work is out of reach by who may read which paper, and by targets.
 *
 * Each reading is given to a marker who may read the paper, has not read it, and is below the target, as many as can
 * be at once. Where readings of several schools or classes compete for the same markers, it is told of the later
 * ones that they are left; how many are left in all does not depend on that.
 *
 * @source domain rules 4.2, 4.4
 */
export function unreachedWork(
  scope: MarkScope,
  loads: readonly PaperLoad[],
  markers: readonly ReachingMarker[],
): Unreached {
  const done = givenBy(loads)
  const doneBy = ({ id }: ReachingMarker) => done.get(id) ?? 0
  const { parts, open } = partsOf(scope, loads, markers)
  const { left, spare } = mostGiven(
    markers.map((marker) =>
      marker.target === null || marker.mayExceed
        ? Infinity
        : Math.max(0, marker.target - doneBy(marker)),
    ),
    parts.map(({ rooms }) => rooms),
    parts.map(({ wanted }) => wanted),
  )
  const leftOf = new Map(parts.flatMap((part, index) => leftByLoad(part, left[index] ?? 0)))
  return {
    schools: told(
      loads.flatMap((load, index) => {
        const readings = leftOf.get(index) ?? 0
        if (readings === 0) return []
        const isKept = markers.some(
          (marker, no) => spare.has(no) && isKeptByClass(scope, load, marker),
        )
        return [{ schoolId: load.schoolId, classId: isKept ? load.classId : null, readings }]
      }),
    ),
    markers: markers.flatMap((marker, index) => {
      const { id, target } = marker
      const most = doneBy(marker) + (open[index] ?? 0)
      return target !== null && target > most ? [{ id, target, most }] : []
    }),
  }
}

/**
 * Papers that the same markers may read. Of thousands of classes in a joint exam most are barred to nobody, or to the
 * markers of their school, so that there are far fewer of these.
 */
interface Part {
  wanted: number
  /** By marker, how many readings at most. */
  rooms: number[]
  /** With the place among all loads, and the most that all markers together can give. */
  loads: { index: number; readings: number; most: number }[]
}

/** @returns with how many papers of all loads each marker may still read */
function partsOf(
  scope: MarkScope,
  loads: readonly PaperLoad[],
  markers: readonly ReachingMarker[],
): { parts: Part[]; open: number[] } {
  const open = markers.map(() => 0)
  const parts = new Map<string, Part>()
  for (const [index, load] of loads.entries()) {
    const rooms = roomsOf(scope, load, markers)
    const key = barredKey(rooms)
    const part = parts.get(key) ?? { wanted: 0, rooms: markers.map(() => 0), loads: [] }
    parts.set(key, part)
    addLoad(part, index, load, rooms)
    rooms.forEach((room, marker) => {
      open[marker] = (open[marker] ?? 0) + Math.max(0, room)
    })
  }
  return { parts: [...parts.values()], open }
}

/** What `roomsOf` says of a marker whom the rules keep from the papers. */
const BARRED = -1

/** How many of the papers each marker may still read, or `BARRED`. */
const roomsOf = (
  scope: MarkScope,
  load: PaperLoad,
  markers: readonly ReachingMarker[],
): number[] => {
  const origin = { ...load, candidateId: 0 }
  return markers.map(({ id, bar }) =>
    barredBy(scope, bar, origin) === null
      ? Math.max(0, load.units - (load.given.get(id) ?? 0))
      : BARRED,
  )
}

/** The same for papers that the same markers are kept from. */
const barredKey = (rooms: readonly number[]): string =>
  String.fromCharCode(...rooms.flatMap((room, marker) => (room === BARRED ? [marker] : [])))

function addLoad(
  part: Part,
  index: number,
  { readings }: PaperLoad,
  rooms: readonly number[],
): void {
  let most = 0
  rooms.forEach((room, marker) => {
    if (room <= 0) return
    // More than is left of a load is no room for another load of the part.
    const fit = Math.min(room, readings)
    part.rooms[marker] = (part.rooms[marker] ?? 0) + fit
    most += fit
  })
  part.wanted += readings
  part.loads.push({ index, readings, most })
}

/** First and second readings given by each marker in all. */
function givenBy(loads: readonly PaperLoad[]): Map<number, number> {
  const done = new Map<number, number>()
  for (const { given } of loads)
    for (const [id, count] of given) done.set(id, (done.get(id) ?? 0) + count)
  return done
}

/** Deals what is left of a part to its loads: the first ones are read first. */
function leftByLoad({ wanted, loads }: Part, left: number): [index: number, left: number][] {
  let given = wanted - left
  return loads.map(({ index, readings, most }) => {
    const own = Math.min(given, readings, most)
    given -= own
    return [index, readings - own]
  })
}

/** Does nothing but a class that they teach keep a marker from papers? */
const isKeptByClass = (scope: MarkScope, load: PaperLoad, { id, bar }: ReachingMarker): boolean =>
  load.units > (load.given.get(id) ?? 0) &&
  barredBy(scope, bar, { ...load, candidateId: 0 }) === 'own_class'

/** Once for each school and class, in the order in which they come up. */
const told = (entries: Unreached['schools']): Unreached['schools'] =>
  [...Map.groupBy(entries, ({ schoolId, classId }) => `${schoolId} ${classId}`).values()].flatMap(
    (same) =>
      same.slice(0, 1).map((first) => ({
        ...first,
        readings: same.reduce((sum, { readings }) => sum + readings, 0),
      })),
  )
