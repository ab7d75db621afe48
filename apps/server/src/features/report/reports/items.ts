import { type ITEM_ORDERS, itemReport, type ItemRow } from '@hengjuan/contracts'
import { QUESTION_TYPES } from '@hengjuan/domain'
import {
  type BesideItem,
  classRates,
  forEachMember,
  hasBit,
  ITEM_FLAGS,
  type ItemStatistics,
  itemFlags,
  itemTable,
  itemScore,
} from '@hengjuan/stats'
import { keptBackIn, type ReportContext } from '../kit/context.ts'
import { besideItems, HOW_DIF } from '../kit/dif.ts'
import { served } from '../kit/served-report.ts'

/** Tenths of the total that the curve of a question has, from this many candidates on. */
const BANDS = 10
const LEAST_FOR_CURVE = 10

/** 小题分析: a row a question. @source reports P06, R20, R21 */
export const items = served(itemReport, (context, query) => {
  const { version, classes, visible, column } = context
  const subject = column.subject
  if (subject === null) throw new Error('question tables have no total')
  const { paper, rows } = itemTable(version, subject, visible)
  const kept = keptBackIn(context, column).classes
  const shown = context.withoutMeans ? [] : classes.filter((place) => !kept.has(place))
  const { withoutMeans } = context
  const beside = besideItems(context, subject)
  const all = rows
    .map((item) => rowOf(context, subject, item, shown, beside(item)))
    .map((row) => (withoutMeans ? { ...row, ...NO_MEANS } : row))
  return {
    suppressed: withoutMeans ? 0 : classes.length - shown.length,
    notes: [
      ...(withoutMeans ? ['义务教育阶段：区域身份不显示各题均分、得分率、难度与信度'] : []),
      '区分度为前后 27% 组得分率之差，同分者均摊；实考不足 10 人时不计算难度、区分度等指标，标记在不足 100 人时供参考',
      ...(context.isJoint ? [HOW_DIF] : []),
      ...(paper.noMark === 0
        ? []
        : [
            `${paper.noMark} 人有试卷按违纪或作废处理：该题不计入均分、得分率、难度与区分度，其总分不计入全卷指标；成绩中仍按 0 分计`,
          ]),
    ],
    body: {
      shown_classes: shown.map((place) => ({
        class_id: version.manifest.classes[place]!.id,
        class_name: version.manifest.classes[place]!.name,
      })),
      paper: {
        n: paper.n,
        mean_milli: withoutMeans ? null : paper.meanMilli,
        sd_milli: withoutMeans ? null : paper.sdMilli,
        difficulty: withoutMeans ? null : paper.difficulty,
        alpha: withoutMeans ? null : paper.alpha,
        sem_milli: withoutMeans ? null : paper.semMilli,
        no_mark: paper.noMark,
      },
      types: [...new Set(all.map((row) => row.type_name))],
      points: [...new Set(all.flatMap((row) => row.points))],
      rows: all
        .filter(
          (row) =>
            (query.flag !== 'only' || row.flags.length > 0) &&
            (query.type === undefined || row.type_name === query.type) &&
            (query.point === undefined || row.points.includes(query.point)),
        )
        .toSorted(byOrder(query.sort ?? 'no')),
    },
  }
})

/** Of a question, what its mean would follow from: of one that is right or wrong its counts are the mean. */
const NO_MEANS = {
  mean_milli: null,
  rate: { num: 0, den: 0 },
  difficulty: null,
  sd_milli: null,
  full_count: null,
  zero_count: null,
  alpha_without: null,
  flags: [],
  curve: [],
  options: [],
}

function rowOf(
  context: ReportContext,
  subject: number,
  item: ItemStatistics,
  classes: readonly number[],
  beside: BesideItem,
) {
  const { question, options } = item
  const rates = classRates(context.version.columns, subject, item.place, question.fullMilli)
  const present = options?.n ?? 0
  const { flags, isTentative } = itemFlags(item, beside)
  return {
    question_id: question.id,
    no: question.no,
    type_name: QUESTION_TYPES[question.type],
    points: [...(context.tags[context.column.subjectId]?.[question.no] ?? [])],
    objective: question.objective,
    full_milli: question.fullMilli,
    mean_milli: item.meanMilli,
    rate: item.rate,
    difficulty: item.difficulty,
    distinction: item.discrimination,
    r_rest: item.itemRest,
    sd_milli: item.sdMilli,
    full_count: item.fullCount,
    zero_count: item.zeroCount,
    omitted: item.omitted,
    no_mark: item.noMark,
    alpha_without: item.alphaWithout,
    weight_intended: item.intendedWeight,
    weight_effective: item.effectiveWeight,
    efficiency: item.efficiency,
    flags: flags.map((code) => ({
      code,
      text: isTentative ? `${ITEM_FLAGS[code]}（供参考）` : ITEM_FLAGS[code],
      value: figureOf(item, code),
    })),
    curve: curveOf(context, subject, item),
    by_class: classes.map((place) => rates[place] ?? { num: 0, den: 0 }),
    key: question.objective ? (question.keyText ?? question.key.join('')) : null,
    options: options
      ? [
          ...options.rows.map(({ option, count }) => ({ option, count })),
          { option: '空', count: options.blank },
        ].map(({ option, count }) => ({ option, count, ratio: { num: count, den: present } }))
      : [],
  }
}

const rateIn = ({ num, den }: { num: number; den: number }): number | null =>
  den === 0 ? null : num / den

/** Those that need a look stand first; equal ones, and those without the figure at the end, as on the paper. */
function byOrder(order: (typeof ITEM_ORDERS)[number]): (a: ItemRow, b: ItemRow) => number {
  if (order === 'no') return () => 0
  const of = (row: ItemRow): number => {
    if (order === 'rate') return rateIn(row.rate) ?? Infinity
    if (order === 'omitted') return -(rateIn(row.omitted) ?? -Infinity)
    return row[order] ?? Infinity
  }
  return (a, b) => (of(a) === of(b) ? 0 : of(a) - of(b))
}

/** The figure that a flag speaks of; null where it is one of an option. */
function figureOf(item: ItemStatistics, code: string): number | null {
  if (code.startsWith('discrimination')) return item.discrimination
  if (code === 'too_easy' || code === 'too_hard') return item.difficulty
  if (code === 'efficiency_low') return item.efficiency
  if (code === 'weight_off') return item.effectiveWeight
  return code === 'omitted_often' ? item.omitted.num / item.omitted.den : null
}

/** Rate of the question by tenths of the subject's total, from the lowest score to the full mark. */
function curveOf({ version, visible }: ReportContext, subject: number, item: ItemStatistics) {
  const columns = version.columns.subjects[subject]!
  const column = columns.items[item.place]!
  const full = version.manifest.subjects[subject]!.fullMilli
  const tenths = Array.from({ length: BANDS }, () => ({ n: 0, sum: 0 }))
  let total = 0
  forEachMember(visible, (place) => {
    const own = columns.totalMilli[place]!
    const score = own < 0 || hasBit(column.noMark, place) ? null : itemScore(columns, column, place)
    if (score === null) return
    const tenth = tenths[Math.min(BANDS - 1, Math.floor((own * BANDS) / Math.max(1, full)))]!
    tenth.n += 1
    tenth.sum += score
    total += 1
  })
  if (total < LEAST_FOR_CURVE) return []
  return tenths.map(({ n, sum }, index) => ({
    band: `${index * 10}%–${(index + 1) * 10}%`,
    n,
    rate: { num: sum, den: n * item.question.fullMilli },
  }))
}
