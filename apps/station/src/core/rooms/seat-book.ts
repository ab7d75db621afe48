import { setTimeout as sleep } from 'node:timers/promises'
import type { MissingSeat, SubjectProgress } from '../../bridge/rooms-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { Classes } from '../actions/load-sheet.ts'
import type { ExamCache } from '../exams/exam-cache.ts'
import { findCached } from '../store/settings.store.ts'
import { selectAbsences, selectNumbersHere } from './absence.store.ts'
import { planSeats, type Seat, type SeatFacts } from './plan-seats.ts'

interface Subject {
  exam_id: number
  subject_id: number
}

/** How old an answer of the server may be while sheets come in. */
const FRESH_MS = 10_000
/** Longer the screen does not wait for a new answer where it has an old one. */
const PATIENCE_MS = 1500

/** Who is expected and who is missing, as far as server and station know together. */
export class SeatBook {
  private readonly station: StationContext
  private readonly exams: ExamCache
  private readonly askedAt = new Map<string, number>()

  constructor(station: StationContext, exams: ExamCache) {
    this.station = station
    this.exams = exams
  }

  /** @throws StationError when neither the server nor an earlier answer says who sits the subject */
  async of(subject: Subject): Promise<SubjectProgress & { missing: MissingSeat[] }> {
    await this.refresh(subject)
    const kept = this.exams.keptMissing(subject)
    const facts: SeatFacts = {
      missingThere: kept && new Map(kept.body.map((one) => [one.candidate_id, one.attendance])),
      here: new Set(selectNumbersHere(this.station.db, subject)),
      signed: new Map(
        selectAbsences(this.station.db, subject).map((row) => [
          row.candidate_id,
          {
            absence_id: row.id,
            // Those that were taken back are not selected.
            state: row.state as NonNullable<MissingSeat['absence']>['state'],
            message: row.error_message,
          },
        ]),
      ),
    }
    return { ...planSeats(this.seatsOf(subject), facts), fetched_at: kept?.fetchedAt ?? null }
  }

  /** What the server said is asked anew at the next look: something changed there. */
  forget({ exam_id, subject_id }: Subject): void {
    this.askedAt.delete(`${exam_id}/${subject_id}`)
  }

  seatsOf({ exam_id, subject_id }: Subject): Seat[] {
    const classes = findCached<Classes>(this.station.db, 'roster', String(exam_id))?.body ?? []
    return classes.flatMap(({ class_name, students }) =>
      students
        .filter(({ not_selected }) => !not_selected.includes(subject_id))
        .map(({ candidate_id, exam_no, name, room_no, seat_no }) => ({
          candidate_id,
          exam_no,
          name,
          class_name,
          room_no,
          seat_no,
        })),
    )
  }

  private async refresh(subject: Subject): Promise<void> {
    const key = `${subject.exam_id}/${subject.subject_id}`
    const now = performance.now()
    if (now - (this.askedAt.get(key) ?? -FRESH_MS) < FRESH_MS) return
    this.askedAt.set(key, now)
    const asking = this.ask(subject)
    const isKnown = this.exams.hasRoster(subject.exam_id)
    await (isKnown ? Promise.race([asking.catch(() => null), sleep(PATIENCE_MS)]) : asking)
  }

  private async ask(subject: Subject): Promise<void> {
    await this.exams.fetchRoster(subject.exam_id)
    // Without it only what this station scanned is counted, and the screen says so.
    await this.exams.fetchMissing(subject).catch((error: unknown) => {
      if (!(error instanceof StationError)) throw error
      this.station.log('missing.failed', { ...subject, code: error.code })
    })
    this.station.changed()
  }
}
