import { byText } from '@hengjuan/domain'
import type { MissingSeat, SeatGroup, SubjectProgress } from '../../bridge/rooms-api.ts'

/** A candidate who sits the subject. */
export interface Seat {
  candidate_id: number
  exam_no: string
  name: string
  class_name: string
  /** Null before rooms were arranged. */
  room_no: string | null
  seat_no: string | null
}

export interface SeatFacts {
  /** Candidates without a sheet as the server last said, by id, with their attendance; null when it never did. */
  missingThere: ReadonlyMap<number, number> | null
  /** Exam numbers of which a sheet is on this station. */
  here: ReadonlySet<string>
  /** Absences signed at this station, by candidate. */
  signed: ReadonlyMap<number, MissingSeat['absence']>
}

const ABSENT = 1

/**
 * Expected against scanned candidates by room and class, and who is missing. A candidate is scanned when
 * the server knows a sheet or one lies on this station: it counts on while the server is away.
 */
export function planSeats(
  seats: readonly Seat[],
  { missingThere, here, signed }: SeatFacts,
): Omit<SubjectProgress, 'fetched_at'> & { missing: MissingSeat[] } {
  const rooms = new Map<string | null, SeatGroup>()
  const classes = new Map<string | null, SeatGroup>()
  const total: SeatGroup = { name: null, expected: 0, scanned: 0, absent: 0 }
  const missing: MissingSeat[] = []
  for (const seat of seats) {
    const isScanned =
      here.has(seat.exam_no) || (missingThere !== null && !missingThere.has(seat.candidate_id))
    const absence = signed.get(seat.candidate_id) ?? null
    const isAbsent =
      !isScanned && (missingThere?.get(seat.candidate_id) === ABSENT || holds(absence))
    for (const group of [total, groupIn(rooms, seat.room_no), groupIn(classes, seat.class_name)]) {
      group.expected++
      if (isScanned) group.scanned++
      if (isAbsent) group.absent++
    }
    if (!isScanned) missing.push({ ...seat, is_absent: isAbsent, absence })
  }
  const { expected, scanned, absent } = total
  return {
    expected,
    scanned,
    absent,
    rooms: [...rooms.values()].toSorted(byName),
    classes: [...classes.values()].toSorted(byName),
    missing: missing.toSorted(
      (a, b) =>
        order(a.room_no, b.room_no) || order(a.seat_no, b.seat_no) || order(a.exam_no, b.exam_no),
    ),
  }
}

const holds = (absence: MissingSeat['absence']): boolean =>
  absence?.state === 'waiting' || absence?.state === 'done'

function groupIn(groups: Map<string | null, SeatGroup>, name: string | null): SeatGroup {
  const known = groups.get(name)
  if (known) return known
  const group = { name, expected: 0, scanned: 0, absent: 0 }
  groups.set(name, group)
  return group
}

/** Room 9 comes before room 10. */
const order = (a: string | null, b: string | null): number =>
  Number(a === null) - Number(b === null) || byText(a ?? '', b ?? '')

const byName = (a: SeatGroup, b: SeatGroup): number => order(a.name, b.name)
