import { QUESTION_TYPES } from '@hengjuan/domain'
import {
  forEachMember,
  hasBit,
  itemScore,
  type ItemTable,
  itemTable,
  type Members,
} from '@hengjuan/stats'
import type { ReportContext } from './context.ts'

const BANDS = 10

/** Rate of each question by tenths of the paper, the easiest question first: 题目地图. @source reports P13 */
export function itemMap({ version, visible }: ReportContext, subject: number) {
  const columns = version.columns.subjects[subject]!
  const { fullMilli } = version.manifest.subjects[subject]!
  const rows = itemTable(version, subject, visible)
    .rows.filter(({ difficulty }) => difficulty !== null)
    .toSorted((a, b) => (b.difficulty ?? 0) - (a.difficulty ?? 0))
  const people = Array.from({ length: BANDS }, () => 0)
  const sums = rows.map(() => people.map(() => ({ got: 0, den: 0 })))
  forEachMember(visible, (place) => {
    const total = columns.totalMilli[place]!
    if (total < 0) return
    const band = Math.min(BANDS - 1, Math.floor((total * BANDS) / Math.max(1, fullMilli)))
    people[band]! += 1
    for (const [at, { place: item, question }] of rows.entries()) {
      const column = columns.items[item]!
      const score = hasBit(column.noMark, place) ? null : itemScore(columns, column, place)
      if (score === null) continue
      const sum = sums[at]![band]!
      sum.got += score
      sum.den += question.fullMilli
    }
  })
  return {
    questions: rows.map(({ question }) => question.no),
    bands: people.map((n, band) => ({
      label: `${band * 10}%–${(band + 1) * 10}%`,
      n,
      rates: sums.map((of) => {
        const { got, den } = of[band]!
        return den === 0 ? null : got / den
      }),
    })),
  }
}

type Cell = { items: number; points_milli: number; num: number; den: number }

const NO_CELL = (): Cell => ({ items: 0, points_milli: 0, num: 0, den: 0 })

/**
 * Points, questions and rate by knowledge point and kind of question: 双向细目表. Null where no question is tagged. A
 * question with several points counts in each of them.
 *
 * @source reports P13; domain rules 11
 */
export function specTable(context: ReportContext, subject: number, members: Members) {
  const { version, tags } = context
  const { id } = version.manifest.subjects[subject]!
  const own = tags[id] ?? {}
  const { rows }: ItemTable = itemTable(version, subject, members)
  const points = [...new Set(rows.flatMap(({ question }) => own[question.no] ?? []))]
  if (points.length === 0) return null
  const types = [...new Set(rows.map(({ question }) => QUESTION_TYPES[question.type]))]
  const untagged = rows.filter(({ question }) => (own[question.no] ?? []).length === 0)
  return {
    types,
    untagged: untagged.map(({ question }) => question.no),
    rows: points.map((point) => {
      const cells = types.map(NO_CELL)
      const all = NO_CELL()
      for (const { question, rate } of rows) {
        if (!(own[question.no] ?? []).includes(point)) continue
        for (const cell of [cells[types.indexOf(QUESTION_TYPES[question.type])]!, all]) {
          cell.items += 1
          cell.points_milli += question.fullMilli
          cell.num += rate.num
          cell.den += rate.den
        }
      }
      return { point, ...told(all), cells: cells.map(told) }
    }),
  }
}

const told = ({ items, points_milli, num, den }: Cell) => ({
  items,
  points_milli,
  rate: { num, den },
})
