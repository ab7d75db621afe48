import { questionPeopleReport } from '@hengjuan/contracts'
import { QUESTION_TYPES } from '@hengjuan/domain'
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
  const scoreOf = (place: number): number =>
    only ? (itemScore(own, own.items[only.at]!, place) ?? Infinity) : 0
  const isMeant = (place: number): boolean => {
    if (!only || (query.marks === undefined && query.option === undefined)) return true
    const item = own.items[only.at]!
    const score = own.totalMilli[place]! < 0 ? null : itemScore(own, item, place)
    if (score === null) return false
    const answer = answerOf(item, place)
    if (query.option !== undefined) return answer?.includes(query.option) ?? false
    if (query.marks === 'blank') return answer === '' || hasBit(item.notResponded, place)
    return score === (query.marks === 'full' ? only.question.fullMilli : 0)
  }
  const places = namedPlaces(context, query.keyword)
    .filter(isMeant)
    .sort(
      // Of one question, those who had trouble with it first.
      only ? (a, b) => scoreOf(a) - scoreOf(b) || byTotal(a, b) : byTotal,
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
