import { type Db, hasAny, type Listed, type ReadTogether, type RowWrite } from '@hengjuan/db'
import { scoresOf } from './candidate-scores.ts'
import {
  candidatesOfPapers,
  candidateSubjectsOf,
  type CandidatePlace,
  type PaperLists,
  type SubjectPlace,
} from './scored-question.query.ts'
import { scoresWrite } from './scores-write.ts'
import { scoringQueries } from './scoring-queries.ts'
import { placeOf, type SubjectRules, type SubjectRulesKept } from './subject-rules.ts'

/** A final mark that is another now, as its paper has it. */
export interface NewFinal extends CandidatePlace {
  block_id: number
  final_milli: number | null
  /** JSON, thousandths by point. */
  final_points: string | null
}

/**
 * What papers that are handed in may need for scoring; whether they do is known only from the rules. No papers where
 * nothing is to be read ahead.
 */
export interface AheadLists extends PaperLists {
  /** Of their blocks, as far as known. */
  places: Listed<SubjectPlace>
  /** Of these, those whose rules are not known. */
  unread: Listed<SubjectPlace>
}

const candidatesOf = (db: Db, lists: Omit<AheadLists, 'unread'>) =>
  hasAny(lists.places) ? candidatesOfPapers(db, lists) : null

/** Rows of their candidates, to be locked behind the papers and before the rest is read. */
export function lockedAhead(db: Db, lists: Omit<AheadLists, 'unread'>) {
  const candidates = candidatesOf(db, lists)
  return { rows: candidates ? candidateSubjectsOf(db, candidates).forUpdate('cs') : undefined }
}

/** What their scores are made of. */
export const queriesAhead = (db: Db, lists: AheadLists) =>
  scoringQueries(db, lists, candidatesOf(db, lists))

/** The scores of candidates as they stood, locked, before the marks of a transaction. */
export class ScoresAhead {
  readonly #rows: ReadTogether<ReturnType<typeof lockedAhead>>['rows']
  readonly #units: ReadTogether<ReturnType<typeof queriesAhead>>['units']
  readonly #rulesOf: ReadonlyMap<string, SubjectRules>

  /**
   * @param kept what is known of the subjects, to which what was read is added
   * @param unread the subjects of which more than their stamps was read
   */
  constructor(
    { rows }: ReadTogether<ReturnType<typeof lockedAhead>>,
    read: ReadTogether<ReturnType<typeof queriesAhead>>,
    kept: SubjectRulesKept,
    unread: readonly SubjectPlace[],
  ) {
    this.#rows = rows
    this.#units = read.units
    kept.take(read, unread)
    this.#rulesOf = new Map(
      read.rounds.flatMap((round) => {
        const rules = kept.find(round)
        return rules ? [[placeOf(round), rules] as const] : []
      }),
    )
  }

  /** What is to be stored with new final marks; null where one of them was not looked for, or its rules are others. */
  scoresWith(finals: readonly NewFinal[]): RowWrite | null {
    const rows = new Map(this.#rows.map((row) => [keyOf(row), row]))
    const isKnown = (one: NewFinal) => this.#rulesOf.has(placeOf(one)) && rows.has(keyOf(one))
    if (!finals.every(isKnown)) return null
    const changed = new Map(finals.map((one) => [`${keyOf(one)} ${one.block_id}`, one]))
    const units = this.#units.map((unit) => changed.get(`${keyOf(unit)} ${unit.block_id}`) ?? unit)
    const meant = new Set(finals.map(keyOf))
    return scoresWrite(
      scoresOf(
        this.#rows.filter((row) => meant.has(keyOf(row))),
        this.#rulesOf,
        units,
      ),
    )
  }
}

const keyOf = ({ subject_id, candidate_id }: Pick<CandidatePlace, 'subject_id' | 'candidate_id'>) =>
  `${subject_id} ${candidate_id}`
