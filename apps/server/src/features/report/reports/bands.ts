import { ownBandReport, rankBandReport } from '@hengjuan/contracts'
import {
  anyOverlap,
  AppError,
  isReversed,
  LEADERSHIP_ROLES,
  MILLI_PER_POINT,
  type RankType,
} from '@hengjuan/domain'
import { bandCounts, type Members, orderDown, ranksWithin } from '@hengjuan/stats'
import { presentIn, type ReportContext } from '../kit/context.ts'
import { served } from '../kit/served-report.ts'
import { sideBySide } from '../kit/side-by-side.ts'
import { assertWidth } from './segments.ts'

/** Bands that there are about without a choice. */
const USUAL_BANDS = 10
const WIDEST = 10_000
const USUAL_WIDTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, WIDEST]

/** 名次段: only for who may see ranks in what is ranked. @source reports P08 */
export const rankBands = served(rankBandReport, (context, query) => {
  const { column, rankTypes, reference } = context
  const type: RankType = reference.kind
  if (!rankTypes.includes(type))
    return {
      notes: ['当前角色不能查看名次，因此没有名次段'],
      body: {
        width: query.width ?? 0,
        unit: query.unit ?? 'rank',
        groups: [],
        expected: [],
        rows: [],
      },
    }
  const ranks = ranksIn(context, reference.members)
  const of = presentIn(column, reference.members)
  const unit = query.unit ?? 'rank'
  const width =
    unit === 'percent'
      ? Math.min(WHOLE, query.width ?? USUAL_PERCENT)
      : (query.width ?? USUAL_WIDTHS.find((one) => of <= one * USUAL_BANDS) ?? WIDEST)
  const bands = unit === 'percent' ? percentBands(of, width) : rankSteps(of, width)
  const all = bandCounts(ranks, reference.members, bands)
  const { groups, suppressed } = sideBySide(context, column, query.by)
  const ofGroup = groups.map(({ members }) => ({
    n: presentIn(column, members),
    counts: bandCounts(ranks, members, bands),
  }))
  return {
    suppressed,
    body: {
      width,
      unit,
      groups: groups.map(({ group }) => group),
      expected: ofGroup.map(({ n }) => (of === 0 ? 0 : n / of)),
      rows: bands.map(({ lower, upper, label }, at) => ({
        from: lower,
        to: upper,
        label,
        count: all[at]!,
        ratio: { num: all[at]!, den: of },
        by_group: ofGroup.map(({ counts }) => counts[at]!),
        over_expected: ofGroup.map(({ n, counts }) =>
          n === 0 || all[at] === 0 ? null : (counts[at]! * of) / (all[at]! * n),
        ),
      })),
    },
  }
})

const WHOLE = 100
const USUAL_PERCENT = 10

/** So many ranks each: [1, 50], [51, 100] and so on. */
const rankSteps = (of: number, width: number) =>
  Array.from({ length: Math.ceil(of / width) }, (_, at) => {
    const [lower, upper] = [at * width + 1, Math.min(of, (at + 1) * width)]
    return { lower, upper, label: `${lower}–${upper} 名` }
  })

/** So many percent of all each; a band of fewer people than one has none. */
function percentBands(of: number, width: number) {
  const endOf = (percent: number) => Math.floor((of * Math.min(WHOLE, percent)) / WHOLE)
  return Array.from({ length: Math.ceil(WHOLE / width) }, (_, at) => {
    const [from, to] = [at * width, Math.min(WHOLE, (at + 1) * width)]
    return { lower: endOf(from) + 1, upper: endOf(to), label: `${from}%–${to}%` }
  }).filter(({ lower, upper }) => lower <= upper)
}

/** Ranks among the reference, which may be a part of all who sat the exam. */
function ranksIn({ column }: ReportContext, { runs }: Members): Int32Array {
  const scores = new Int32Array(column.scores.length).fill(-1)
  for (const { from, to } of runs) scores.set(column.scores.subarray(from, to), from)
  return ranksWithin(scores, orderDown(scores), null, 1)
}

interface OwnBand {
  name: string
  lower: number
  upper: number
}

/** 自定义分段. @source reports P08; domain rules 10 */
export const ownBands = served(ownBandReport, (context, query) => {
  const { column, visible } = context
  const full = column.fullMilli / MILLI_PER_POINT
  const bands = query.bands === undefined ? rateBands(context, full) : readBands(query.bands, full)
  for (const { lower, upper } of bands) assertWidth(context, upper - lower)
  const { groups, suppressed } = sideBySide(context, column, query.by)
  const inMilli = bands.map(({ lower, upper }) => ({
    lower: lower * MILLI_PER_POINT,
    // The full mark itself belongs to the band that ends there.
    upper: upper >= full ? column.fullMilli : Math.ceil(upper * MILLI_PER_POINT) - 1,
  }))
  const present = presentIn(column, visible)
  const all = bandCounts(column.scores, visible, inMilli)
  const ofGroup = groups.map(({ members }) => bandCounts(column.scores, members, inMilli))
  return {
    suppressed,
    body: {
      full_milli: column.fullMilli,
      subject_id: column.subjectId,
      // Sets that were drawn for a higher mark do not fit this subject.
      sets: context.config.bandSets.filter((set) =>
        set.bands.every(({ upper: end }) => end <= full),
      ),
      groups: groups.map(({ group }) => group),
      rows: bands.map(({ name, lower, upper }, at) => ({
        name,
        from_milli: Math.round(lower * MILLI_PER_POINT),
        to_milli: Math.round(upper * MILLI_PER_POINT),
        label: `[${lower}, ${upper}${upper >= full ? ']' : ')'}`,
        count: all[at]!,
        ratio: { num: all[at]!, den: present },
        by_group: ofGroup.map((counts) => counts[at]!),
      })),
    },
  }
})

/** The classes of scores that the rates speak of, without overlap; leaders see narrow ones too. */
function rateBands({ config: { rates }, ...context }: ReportContext, full: number): OwnBand[] {
  const at = (percent: number): number => Math.round(full * percent) / 100
  const bands = [
    { name: '优秀', lower: at(rates.excellent), upper: full },
    { name: '良好', lower: at(rates.good), upper: at(rates.excellent) },
    { name: '及格', lower: at(rates.pass), upper: at(rates.good) },
    { name: '未及格', lower: at(rates.low), upper: at(rates.pass) },
    { name: '低分', lower: 0, upper: at(rates.low) },
  ].filter(({ lower, upper }) => lower < upper)
  const isLeader = LEADERSHIP_ROLES.includes(context.viewer.role)
  const isOpen = isLeader || bands.every(({ lower, upper }) => upper - lower >= WIDE_ENOUGH)
  return isOpen
    ? bands
    : [
        { name: '及格', lower: at(rates.pass), upper: full },
        { name: '未及格', lower: 0, upper: at(rates.pass) },
      ]
}

/** Steps this wide say nothing about who is who. */
const WIDE_ENOUGH = 10
const MOST_BANDS = 20

/** @throws AppError BANDS_WRONG */
function readBands(text: string, full: number): OwnBand[] {
  const wrong = (reason: string) => new AppError('BANDS_WRONG', { reason })
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw wrong('分段的写法不对')
  }
  if (!Array.isArray(read) || read.length === 0) throw wrong('请至少填写一段')
  if (read.length > MOST_BANDS) throw wrong(`最多 ${MOST_BANDS} 段`)
  const bands = read.map((one: unknown): OwnBand => {
    const [name, lower, upper] = Array.isArray(one) ? (one as unknown[]) : []
    if (typeof name !== 'string' || typeof lower !== 'number' || typeof upper !== 'number')
      throw wrong('每段要有名称、下限和上限')
    const label = name.trim().slice(0, 20)
    if (label === '') throw wrong('有一段没有名称')
    if (lower < 0 || upper > full) throw wrong(`「${label}」超出 0 到 ${full} 分`)
    if (isReversed({ lower, upper }) || lower === upper) throw wrong(`「${label}」的下限应低于上限`)
    return { name: label, lower, upper }
  })
  if (anyOverlap(bands, 'half_open')) throw wrong('各段不能重叠')
  return bands.toSorted((a, b) => b.lower - a.lower)
}
