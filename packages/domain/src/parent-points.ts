/** A question as a parent's page weighs it: how it came out, and the share that the class got of it. */
export interface WeighedQuestion {
  no: string
  outcome: 'right' | 'part' | 'wrong' | null
  classRate: number | null
}

export interface WeighedSubject {
  name: string
  questions: readonly WeighedQuestion[]
}

export interface ParentPoint {
  subject: string
  /** Numbers of questions. */
  numbers: string[]
  /** Does the class do the other way round: few right where it is a strength, most right where it is to be practised? */
  isUnusual: boolean
}

const POINTS = 2
const NUMBERS = 5
/** A question that the class has less of than this is a hard one. */
const HARD_BELOW = 0.6

const rateOf = ({ classRate }: WeighedQuestion) => classRate ?? 0.5

/** Two subjects with the most right answers to hard questions, the hardest first. @source reports P26 */
export const strengthsOf = (subjects: readonly WeighedSubject[]): ParentPoint[] =>
  picked(
    subjects,
    ({ outcome }) => outcome === 'right',
    (question) => rateOf(question) < HARD_BELOW,
    (a, b) => rateOf(a) - rateOf(b),
  )

/** Two subjects with the most lost on what the class can do, the easiest first. @source reports P26 */
export const practiceOf = (subjects: readonly WeighedSubject[]): ParentPoint[] =>
  picked(
    subjects,
    ({ outcome }) => outcome === 'wrong' || outcome === 'part',
    (question) => rateOf(question) >= HARD_BELOW,
    (a, b) => rateOf(b) - rateOf(a),
  )

function picked(
  subjects: readonly WeighedSubject[],
  isMeant: (question: WeighedQuestion) => boolean,
  isUnusual: (question: WeighedQuestion) => boolean,
  order: (a: WeighedQuestion, b: WeighedQuestion) => number,
): ParentPoint[] {
  return subjects
    .flatMap(({ name, questions }) => {
      const meant = questions.filter(isMeant)
      const unusual = meant.filter(isUnusual)
      const shown = (unusual.length > 0 ? unusual : meant).toSorted(order)
      if (shown.length === 0) return []
      return [
        {
          subject: name,
          numbers: shown.slice(0, NUMBERS).map(({ no }) => no),
          isUnusual: unusual.length > 0,
          share: (unusual.length > 0 ? 1 : 0) + shown.length / questions.length,
        },
      ]
    })
    .toSorted((a, b) => b.share - a.share)
    .slice(0, POINTS)
    .map(({ share: _share, ...point }) => point)
}
