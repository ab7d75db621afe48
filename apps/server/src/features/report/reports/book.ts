import { bookReport } from '@hengjuan/contracts'
import { countsInItemStatistics, QUESTION_TYPES } from '@hengjuan/domain'
import { answerOf, classRates, hasBit, itemScore } from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import { byNumber, namedPlaces, personAt } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'

const USUAL_THRESHOLD = 60
/** A class has a question in common from so many of its students on, below this rate. @source reports P19 */
const LEAST_COMMON = 5
const COMMON_BELOW = 0.6

interface Pointed {
  points: readonly string[]
}

/** Questions of one knowledge point together, by their first one; those without any behind. */
const byPoint = ({ points: [a] }: Pointed, { points: [b] }: Pointed): number =>
  a === undefined || b === undefined
    ? Number(a === undefined) - Number(b === undefined)
    : a.localeCompare(b, 'zh-CN')

/** 错题本. @source reports P19; domain rules 18.4 */
export const book = served(bookReport, (context, query) => {
  const { version, column } = context
  const subject = column.subject
  if (subject === null) throw new Error('question tables have no total')
  const { columns, manifest } = version
  const own = columns.subjects[subject]!
  const threshold = query.threshold ?? USUAL_THRESHOLD
  const items = manifest.subjects[subject]!.questions.flatMap((question, at) =>
    countsInItemStatistics(question.status)
      ? [
          {
            question,
            column: own.items[at]!,
            points: [...(context.tags[column.subjectId]?.[question.no] ?? [])],
            rates: classRates(columns, subject, at, question.fullMilli),
          },
        ]
      : [],
  )
  const people = namedPlaces(context, query.keyword).sort(
    (a, b) => columns.klass[a]! - columns.klass[b]! || byNumber(columns.examNo, a, b),
  )
  const order = [...items.keys()]
  if (query.sort === 'point') order.sort((a, b) => byPoint(items[a]!, items[b]!) || a - b)
  const wrong = people.flatMap((place) => {
    if (own.totalMilli[place]! < 0) return []
    return order.flatMap((at) => {
      const item = items[at]!
      const score = itemScore(own, item.column, place)
      const { objective, fullMilli } = item.question
      const isWrong =
        score !== null &&
        !hasBit(item.column.noMark, place) &&
        (objective ? score < fullMilli : score * 100 < threshold * fullMilli)
      return isWrong ? [{ place, at, score }] : []
    })
  })
  const ofClass = new Map<string, number>()
  const ofItem = items.map(() => 0)
  for (const { place, at } of wrong) {
    const key = `${columns.klass[place]} ${at}`
    ofClass.set(key, (ofClass.get(key) ?? 0) + 1)
    ofItem[at]! += 1
  }
  const isCommon = ({ place, at }: { place: number; at: number }): boolean => {
    const klass = columns.klass[place]!
    const { num, den } = items[at]!.rates[klass]!
    return (
      den > 0 && num / den < COMMON_BELOW && (ofClass.get(`${klass} ${at}`) ?? 0) >= LEAST_COMMON
    )
  }
  const { list, ...page } = pageOf(query.common === 'only' ? wrong.filter(isCommon) : wrong, query)
  return {
    notes: [
      '「未答」也在错题本中；作废与送分的题不列入',
      ...(query.sort === 'point' && items.every(({ points }) => points.length === 0)
        ? ['这科的题目没有标注知识点，仍按题号排列：在答题卡的题目里填写知识点后可按知识点归在一起']
        : []),
      '作答图像见学生小题分；打开「附作答图像」后生成的 PDF 里每名学生另起一页',
    ],
    body: {
      ...page,
      threshold,
      counts: items.map(({ question }, at) => ({ no: question.no, count: ofItem[at]! })),
      list: list.map((one) => {
        const { question, column: item, points, rates } = items[one.at]!
        const letters = answerOf(item, one.place)
        return {
          ...personAt(context, one.place),
          question_id: question.id,
          no: question.no,
          points,
          type_name: QUESTION_TYPES[question.type],
          full_milli: question.fullMilli,
          score_milli: one.score,
          blank: letters === '' || hasBit(item.notResponded, one.place),
          letters,
          key: question.objective ? (question.keyText ?? question.key.join('')) : null,
          class_rate: rates[columns.klass[one.place]!]!,
          common: isCommon(one),
        }
      }),
    },
  }
})
