import { countsInItemStatistics } from '@hengjuan/domain'
import { answerOf, classRates, hasBit, itemScore, type ResultVersion } from '@hengjuan/stats'

/** A class has a question in common from so many of its students on, below this rate. @source reports P19 */
const LEAST_COMMON = 5
const COMMON_BELOW = 0.6

/** An exam that students sat in a subject, the one that the page is about or an earlier one. */
export interface SatPaper {
  examId: number
  examName: string
  version: ResultVersion
  /** Place of the subject there. */
  subject: number
  /** Knowledge points by the number of the question. */
  tags: Readonly<Record<string, readonly string[]>>
  /** Place there of a candidate of the page; −1 for who did not sit it. */
  placeOf: (place: number) => number
}

/** Questions that students lost points in, of one exam, student by student. @source domain rules 18.4 */
export function wrongQuestions(paper: SatPaper, people: readonly number[], threshold: number) {
  const { version, subject, tags } = paper
  const { columns, manifest } = version
  const own = columns.subjects[subject]!
  const items = manifest.subjects[subject]!.questions.flatMap((question, at) =>
    countsInItemStatistics(question.status)
      ? [
          {
            question,
            column: own.items[at]!,
            points: [...(tags[question.no] ?? [])],
            rates: classRates(columns, subject, at, question.fullMilli),
          },
        ]
      : [],
  )
  const wrong = people.flatMap((place) => {
    const there = paper.placeOf(place)
    if (there < 0 || own.totalMilli[there]! < 0) return []
    return items.flatMap((item, at) => {
      const score = itemScore(own, item.column, there)
      const { objective, fullMilli } = item.question
      const isWrong =
        score !== null &&
        !hasBit(item.column.noMark, there) &&
        (objective ? score < fullMilli : score * 100 < threshold * fullMilli)
      return isWrong ? [{ place, there, at, score }] : []
    })
  })
  const ofClass = new Map<string, number>()
  const ofItem = items.map(() => 0)
  for (const { there, at } of wrong) {
    const key = `${columns.klass[there]} ${at}`
    ofClass.set(key, (ofClass.get(key) ?? 0) + 1)
    ofItem[at]! += 1
  }
  return {
    counts: items.map(({ question }, at) => ({ no: question.no, count: ofItem[at]! })),
    wrong: wrong.map(({ place, there, at, score }) => {
      const { question, column, points, rates } = items[at]!
      const klass = columns.klass[there]!
      const rate = rates[klass]!
      const letters = answerOf(column, there)
      return {
        place,
        paper,
        candidateId: columns.candidateId[there]!,
        question,
        points,
        score,
        letters,
        isBlank: letters === '' || hasBit(column.notResponded, there),
        rate,
        isCommon:
          rate.den > 0 &&
          rate.num / rate.den < COMMON_BELOW &&
          (ofClass.get(`${klass} ${at}`) ?? 0) >= LEAST_COMMON,
      }
    }),
  }
}

type WrongQuestion = ReturnType<typeof wrongQuestions>['wrong'][number]

/** Questions of one knowledge point together, by their first one; those without any behind. */
export function byPoint({ points: [a] }: WrongQuestion, { points: [b] }: WrongQuestion): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return a.localeCompare(b, 'zh-CN')
}
