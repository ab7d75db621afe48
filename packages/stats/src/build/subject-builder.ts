import { type Milli, PRESENT } from '@hengjuan/domain'
import { type Bitset, type ItemColumn, NO_SCORE, type SubjectColumns } from '../columns.ts'
import type { ManifestSubject } from '../manifest.ts'
import { commonStep } from '../distribution.ts'

const NOT_SELECTED = 3
const LETTER_A = 65

/** What is known of a candidate in a subject; arrays are in the order of the subject's questions. */
export interface SubjectEntry {
  attendance: number
  totalMilli: Milli | null
  objectiveMilli: Milli | null
  subjectiveMilli: Milli | null
  /** Null where the question does not count for the candidate. */
  items: readonly (Milli | null)[]
  /** Letters of objective questions. */
  answers: readonly (string | null)[]
  /** Ids of questions. */
  notResponded?: readonly number[] | undefined
  noMark?: readonly number[] | undefined
}

/** Makes the columns of a subject, candidate by candidate. */
export class SubjectBuilder {
  readonly #subject: ManifestSubject
  readonly #places: Map<number, number>
  readonly #columns: Pick<
    SubjectColumns,
    'attendance' | 'totalMilli' | 'objectiveMilli' | 'subjectiveMilli'
  >
  readonly #scores: Int32Array[]
  readonly #answers: (Uint32Array | null)[]
  readonly #bits: Record<'notCounted' | 'noMark' | 'notResponded', (Bitset | null)[]>
  readonly #n: number

  constructor(subject: ManifestSubject, n: number) {
    const { questions } = subject
    this.#subject = subject
    this.#n = n
    this.#places = new Map(questions.map(({ id }, place) => [id, place]))
    this.#columns = {
      attendance: new Int8Array(n).fill(NOT_SELECTED),
      totalMilli: new Int32Array(n).fill(NO_SCORE),
      objectiveMilli: new Int32Array(n).fill(NO_SCORE),
      subjectiveMilli: new Int32Array(n).fill(NO_SCORE),
    }
    this.#scores = questions.map(() => new Int32Array(n))
    this.#answers = questions.map(({ objective }) => (objective ? new Uint32Array(n) : null))
    const none = () => questions.map(() => null)
    this.#bits = { notCounted: none(), noMark: none(), notResponded: none() }
  }

  /** @param place of the candidate in the columns */
  put(place: number, entry: SubjectEntry): void {
    const columns = this.#columns
    columns.attendance[place] = entry.attendance
    if (entry.attendance !== PRESENT) return
    columns.totalMilli[place] = entry.totalMilli ?? NO_SCORE
    columns.objectiveMilli[place] = entry.objectiveMilli ?? NO_SCORE
    columns.subjectiveMilli[place] = entry.subjectiveMilli ?? NO_SCORE
    for (let question = 0; question < this.#scores.length; question++) {
      const score = entry.items[question] ?? null
      if (score === null) this.#mark('notCounted', question, place)
      else this.#scores[question]![place] = score
      const answers = this.#answers[question]
      if (answers) answers[place] = maskOf(entry.answers[question] ?? '')
    }
    for (const kind of ['noMark', 'notResponded'] as const)
      for (const id of entry[kind] ?? []) {
        const question = this.#places.get(id)
        if (question !== undefined) this.#mark(kind, question, place)
      }
  }

  /** Levels are those of nobody yet. */
  build(): SubjectColumns {
    const items = this.#scores.map((scores, question): ItemColumn => {
      const unit = commonStep(scores)
      return {
        unit,
        values: narrow(scores, unit),
        answers: narrowMasks(this.#answers[question] ?? null),
        notCounted: this.#bits.notCounted[question] ?? null,
        noMark: this.#bits.noMark[question] ?? null,
        notResponded: this.#bits.notResponded[question] ?? null,
      }
    })
    return { id: this.#subject.id, ...this.#columns, level: new Uint8Array(this.#n), items }
  }

  #mark(kind: 'notCounted' | 'noMark' | 'notResponded', question: number, place: number): void {
    const bits = (this.#bits[kind][question] ??= new Uint8Array((this.#n + 7) >> 3))
    bits[place >> 3] = bits[place >> 3]! | (1 << (place & 7))
  }
}

function maskOf(letters: string): number {
  let mask = 0
  for (let index = 0; index < letters.length; index++)
    mask |= 1 << (letters.charCodeAt(index) - LETTER_A)
  return mask >>> 0
}

/** The least type that holds every score as a multiple of the unit. */
function narrow(scores: Int32Array, unit: number): ItemColumn['values'] {
  let [low, high] = [0, 0]
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!
    if (score < low) low = score
    if (score > high) high = score
  }
  const most = high / unit
  const values =
    low < 0 || most > 0xffff
      ? new Int32Array(scores.length)
      : most > 0xff
        ? new Uint16Array(scores.length)
        : new Uint8Array(scores.length)
  for (let place = 0; place < scores.length; place++) values[place] = scores[place]! / unit
  return values
}

function narrowMasks(masks: Uint32Array | null): ItemColumn['answers'] {
  if (!masks) return null
  let all = 0
  for (let place = 0; place < masks.length; place++) all |= masks[place]!
  if (all >>> 0 > 0xffff) return masks
  return all > 0xff ? Uint16Array.from(masks) : Uint8Array.from(masks)
}
