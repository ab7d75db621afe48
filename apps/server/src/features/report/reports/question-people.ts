import { questionPeopleReport } from '@hengjuan/contracts'
import { MILLI_PER_POINT, QUESTION_TYPES } from '@hengjuan/domain'
import { answerOf, hasBit, itemCounts, itemScore, rateOf } from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { byScore, namedPlaces, personAt, pointsOf } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'

/** 小题分-学生. @source reports P07 */
export const questionPeople = served(questionPeopleReport, (context, query) => {
  const { version, column, visible } = context
  const subject = column.subject
  if (subject === null) throw new Error('question tables have no total')
  const own = version.columns.subjects[subject]!
  const { questions } = version.manifest.subjects[subject]!
  const items = questions.flatMap((question, at) =>
    query.no === undefined || question.no === query.no ? [{ question, at }] : [],
  )
  const byTotal = byScore(version, own.totalMilli)
  const [only] = query.no === undefined ? [] : items
  const pointsIn = (place: number): number | null =>
    only && own.totalMilli[place]! >= 0 && !hasBit(own.items[only.at]!.noMark, place)
      ? itemScore(own, own.items[only.at]!, place)
      : null
  const { marks, option, points } = query
  const isPart = marks !== undefined || option !== undefined || points !== undefined
  const isMeant = (place: number): boolean => {
    if (!only || !isPart) return true
    const item = own.items[only.at]!
    const score = pointsIn(place)
    if (score === null) return false
    const answer = answerOf(item, place)
    if (points !== undefined && score !== Math.round(points * MILLI_PER_POINT)) return false
    if (option !== undefined && !answer?.includes(option)) return false
    if (marks === 'blank') return answer === '' || hasBit(item.notResponded, place)
    if (marks === 'full') return score === only.question.fullMilli
    return marks !== 'zero' || score === 0
  }
  const asked = namedPlaces(context, query.keyword)
  const sign = query.first === 'high' ? -1 : 1
  const placed = (place: number): number => {
    const score = only ? itemScore(own, own.items[only.at]!, place) : null
    return score === null ? Infinity : sign * score
  }
  const places = asked.filter(isMeant).sort(
    // Of one question, those who had trouble with it first.
    only ? (a, b) => placed(a) - placed(b) || byTotal(a, b) : byTotal,
  )
  const { list, ...page } = pageOf(places, query)
  return {
    notes: ['「未答」为没有作答的客观题与确认空白的主观题，按 0 分计'],
    body: {
      ...page,
      items: items.map(({ question, at }) => ({
        question_id: question.id,
        no: question.no,
        type_name: QUESTION_TYPES[question.type],
        objective: question.objective,
        full_milli: question.fullMilli,
        key: question.objective ? (question.keyText ?? question.key.join('')) : null,
        rate: rateOf(itemCounts(version, subject, at, visible), question.fullMilli),
        scores: only ? countedBy(asked.map(pointsIn)) : [],
      })),
      questions: questions.map(({ no, objective, fullMilli }) => ({
        no,
        objective,
        full_milli: fullMilli,
      })),
      list: list.map((place) => ({
        ...personAt(context, place),
        attendance: own.attendance[place] ?? 3,
        total_milli: pointsOf(own.totalMilli[place]),
        cells: items.map(({ at }) => {
          const item = own.items[at]!
          const s = own.totalMilli[place]! < 0 ? null : itemScore(own, item, place)
          const a = s === null ? null : answerOf(item, place)
          return { s, a, nr: s !== null && (a === '' || hasBit(item.notResponded, place)) }
        }),
      })),
    },
  }
})

/** How many got so much, the least first. */
function countedBy(scores: readonly (number | null)[]): { score_milli: number; n: number }[] {
  const counts = new Map<number, number>()
  for (const score of scores) if (score !== null) counts.set(score, (counts.get(score) ?? 0) + 1)
  return [...counts]
    .map(([score_milli, n]) => ({ score_milli, n }))
    .toSorted((a, b) => a.score_milli - b.score_milli)
}
