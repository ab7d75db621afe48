import { type Db, readTogether, type ReadTogether } from '@hengjuan/db'
import type { Milli } from '@hengjuan/domain'
import { type ScoredQuestion, scoredQuestions, type SubjectPlace } from './scored-question.query.ts'
import { subjectQueries } from './scoring-queries.ts'
import { roundingOf } from './subject-round.query.ts'

/** What the candidates of a subject are scored by. */
export interface SubjectRules {
  /** Scores come by a table: nothing here makes any. */
  isImported: boolean
  questions: readonly ScoredQuestion[]
  /** Of exact totals, the totals as the subject wants them. */
  rounded: (exactMilli: Milli) => Milli
  /** Score points by block, in the order in which a unit's points are stored. */
  points: ReadonlyMap<number, readonly { question_id: number | null; full_milli: number }[]>
}

type Read = ReadTogether<ReturnType<typeof subjectQueries>>
type RoundRow = Read['rounds'][number]

export const placeOf = ({ exam_id, subject_id }: SubjectPlace): string => `${exam_id} ${subject_id}`

/** Of subjects whose scores come by a table. @source platform 4.1 */
const IMPORT_MODE = 4

/** More subjects than one process has to do with at a time; then it begins anew. */
const MOST = 2_000

/**
 * Rules of subjects that were read before. They stand as long as the subject has the stamp that it had then, which
 * is asked for each time.
 */
export class SubjectRulesKept {
  readonly #kept = new Map<string, { stamp: number; rules: SubjectRules }>()

  /** The subjects of which nothing is known. */
  unread<Place extends SubjectPlace>(places: readonly Place[]): Place[] {
    return places.filter((place) => !this.#kept.has(placeOf(place)))
  }

  /**
   * Takes in what was read.
   *
   * @param unread the subjects whose questions were read, and not only their stamps
   */
  take(read: Read, unread: readonly SubjectPlace[]): void {
    if (this.#kept.size > MOST) this.#kept.clear()
    const asked = new Set(unread.map(placeOf))
    for (const round of read.rounds) {
      const place = placeOf(round)
      if (!asked.has(place)) continue
      const isHere = (row: SubjectPlace) => placeOf(row) === place
      const questions = scoredQuestions(read.questions.filter(isHere), read.keys)
      this.#kept.set(place, {
        stamp: round.rules_stamp,
        rules: {
          isImported: round.mode === IMPORT_MODE,
          questions,
          rounded: roundingOf(round, questions),
          points: Map.groupBy(read.points.filter(isHere), ({ block_id }) => block_id),
        },
      })
    }
  }

  /** The rules of a subject as it stands; null where those that are known are others. */
  find(round: RoundRow): SubjectRules | null {
    const known = this.#kept.get(placeOf(round))
    return known?.stamp === round.rules_stamp ? known.rules : null
  }

  /** Rules by subject; reads again those that are others than the known ones. */
  async of(db: Db, rounds: readonly RoundRow[]): Promise<Map<string, SubjectRules>> {
    const stale = rounds.filter((round) => !this.find(round))
    let standing = rounds
    if (stale.length > 0) {
      const read = await readTogether(db, subjectQueries(db, { places: stale, unread: stale }))
      this.take(read, stale)
      standing = [...rounds.filter((round) => !stale.includes(round)), ...read.rounds]
    }
    return new Map(
      standing.flatMap((round) => {
        const rules = this.find(round)
        return rules ? [[placeOf(round), rules] as const] : []
      }),
    )
  }
}

const keptBy = new WeakMap<object, SubjectRulesKept>()

/** What a process knows of the subjects of its database. */
export function subjectRulesKept(owner: object): SubjectRulesKept {
  const kept = keptBy.get(owner) ?? new SubjectRulesKept()
  keptBy.set(owner, kept)
  return kept
}
