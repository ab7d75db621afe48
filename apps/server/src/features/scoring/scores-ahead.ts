import { type Db, hasAny, type Listed, type ReadTogether, type RowWrite } from '@hengjuan/db'
import { placeOf, scoresOf } from './candidate-scores.ts'
import {
  candidatesOfReadings,
  candidateSubjectsOf,
  type CandidatePlace,
  type SubjectPlace,
} from './scored-question.query.ts'
import { scoresWrite } from './scores-write.ts'
import { scoringQueries } from './scoring-queries.ts'

/** A final mark that is another now, as its paper has it. */
export interface NewFinal extends CandidatePlace {
  block_id: number
  final_milli: number | null
  /** JSON, thousandths by point. */
  final_points: string | null
}

/** What readings that are handed in may need for scoring; whether they do is known only from the rules. */
export interface AheadLists {
  /** Empty where nothing is to be read ahead. */
  readingIds: Listed<number>
  /** Of their blocks, as far as known. */
  places: Listed<SubjectPlace>
}

const candidatesOf = (db: Db, { readingIds, places }: AheadLists) =>
  hasAny(readingIds) && hasAny(places) ? candidatesOfReadings(db, readingIds) : null

/** Rows of their candidates, to be locked behind the papers and before the rest is read. */
export function lockedAhead(db: Db, lists: AheadLists) {
  const candidates = candidatesOf(db, lists)
  return { rows: candidates ? candidateSubjectsOf(db, candidates).forUpdate('cs') : undefined }
}

/** What their scores are made of. */
export const queriesAhead = (db: Db, lists: AheadLists) =>
  scoringQueries(db, lists.places, candidatesOf(db, lists))

/** The scores of candidates as they stood, locked, before the marks of a transaction. */
export class ScoresAhead {
  readonly #rows: ReadTogether<ReturnType<typeof lockedAhead>>['rows']
  readonly #read: ReadTogether<ReturnType<typeof queriesAhead>>

  constructor(
    { rows }: ReadTogether<ReturnType<typeof lockedAhead>>,
    read: ReadTogether<ReturnType<typeof queriesAhead>>,
  ) {
    this.#rows = rows
    this.#read = read
  }

  /** What is to be stored with new final marks; null where one of them was not looked for. */
  scoresWith(finals: readonly NewFinal[]): RowWrite | null {
    const places = new Set(this.#read.rounds.map(placeOf))
    const rows = new Map(this.#rows.map((row) => [keyOf(row), row]))
    const isKnown = (one: NewFinal) => places.has(placeOf(one)) && rows.has(keyOf(one))
    if (!finals.every(isKnown)) return null
    const changed = new Map(finals.map((one) => [`${keyOf(one)} ${one.block_id}`, one]))
    const units = this.#read.units.map(
      (unit) => changed.get(`${keyOf(unit)} ${unit.block_id}`) ?? unit,
    )
    const meant = new Set(finals.map(keyOf))
    return scoresWrite(
      scoresOf(
        this.#rows.filter((row) => meant.has(keyOf(row))),
        { ...this.#read, units },
      ),
    )
  }
}

const keyOf = ({ subject_id, candidate_id }: Pick<CandidatePlace, 'subject_id' | 'candidate_id'>) =>
  `${subject_id} ${candidate_id}`
