import { overviewReport } from '@hengjuan/contracts'
import {
  figureText,
  formatPercent,
  meanOf,
  MILLI_PER_POINT,
  sdOf,
  signedFigureText,
} from '@hengjuan/domain'
import {
  againstRest,
  type Delta,
  figuresOf,
  forEachMember,
  type GroupFigures,
  holm,
  itemTable,
  type ItemTable,
  type Members,
  NO_DELTA,
  type ScoreColumn,
  scoreColumn,
  segmentCounts,
} from '@hengjuan/stats'
import {
  hiddenRest,
  isReferenceHidden,
  keptBackIn,
  type ReportContext,
  sizeOf,
} from '../kit/context.ts'
import { criticalBand, topOf } from '../kit/critical.ts'
import { progressIn, zNow, zThen } from '../kit/earlier.ts'
import { baseOf } from '../kit/groups.ts'
import {
  ABOUT_REFERENCE,
  keptBack,
  meanIn,
  referenceFigures,
  wireDelta,
  wireFigures,
} from '../kit/figures.ts'
import { rateLinesOf } from '../kit/rate-lines.ts'
import { served } from '../kit/served-report.ts'

/** How many of the weakest questions are named. */
const WEAKEST = 6
/** Widths of the distribution's steps, in points: as many bars as say something. */
const STEPS = [5, 10, 20, 50]
const MOST_BARS = 24

/** 总览: how good, how spread, where weak. @source reports P02 */
export const overview = served(overviewReport, (context) => overviewOf(context), true)

function overviewOf(context: ReportContext) {
  const { version, visible, reference } = context
  const total = scoreColumn(version)
  // The others are compared with only where they are enough to stay unknown.
  const isCompared = (column: ScoreColumn): boolean =>
    context.hasRest && !context.withoutMeans && !isReferenceHidden(context, column)
  const compared = isCompared(total)
  const own = (column: ScoreColumn) => figuresOf(column, visible)
  const whole = (column: ScoreColumn) => figuresOf(column, reference.members)
  const subjects = context.subjects.map((place) => {
    const column = scoreColumn(version, version.manifest.subjects[place]!.id)
    return {
      place,
      column,
      figures: own(column),
      table: itemTable(version, place, visible),
      isKept: keptBackIn(context, column).whole,
      isCompared: isCompared(column),
    }
  })
  const deltas = together(
    subjects.map(({ column, figures, ...of }) =>
      compared && of.isCompared && !of.isKept ? against(figures, whole(column)) : NO_DELTA,
    ),
  )
  const figures = own(total)
  const weakest = weakestOf(
    context,
    subjects.filter(({ isKept }) => !isKept),
  )
  const delta = compared ? against(figures, whole(total)) : null
  const subjectOf = (place: number) => {
    const { id, name, fullMilli } = version.manifest.subjects[place]!
    return { subject_id: id, subject_name: name, full_milli: fullMilli }
  }
  return {
    notes: [
      '良好率含优秀',
      ...(context.hasRest && context.hidesRanks && hiddenRest(context, total) > 0
        ? [ABOUT_REFERENCE]
        : []),
    ],
    suppressed: subjects.filter(({ isKept }) => isKept).length,
    body: {
      rates: rateLinesOf(context),
      total: wireFigures(figures, context),
      total_full_milli: total.fullMilli,
      total_delta: delta && wireDelta(delta),
      reference: context.hasRest
        ? {
            kind: reference.kind,
            id: reference.id,
            name: reference.name,
            is_own: false,
            figures: referenceFigures(context, total),
          }
        : null,
      rows: subjects.map(({ place, column, figures: one, table, isKept }, index) => {
        const wire = wireFigures(one, context)
        const isPaperKept = isKept || context.withoutMeans
        return {
          subject: subjectOf(place),
          figures: isKept ? keptBack(wire) : wire,
          suppressed: isKept,
          delta: compared ? wireDelta(deltas[index] ?? NO_DELTA) : null,
          progress: isKept ? null : (groupProgress(context, column)?.progress ?? null),
          difficulty: isPaperKept ? null : table.paper.difficulty,
          alpha: isPaperKept ? null : table.paper.alpha,
          sem_milli: isPaperKept ? null : table.paper.semMilli,
        }
      }),
      histogram: histogramOf(total, visible, context.withoutMeans),
      weakest: weakest.map(({ place, ...one }) => ({ subject: subjectOf(place), ...one })),
      counts: { ...countsOf(context), ...nextOf(context, total) },
      compared: groupProgress(context, total),
      history: historyOf(context, total),
      sentences: [
        ...sentencesOf(context, { figures, delta, subjects, weakest }),
        ...progressSentence(groupProgress(context, total)),
      ],
    },
  }
}

interface SubjectFigures {
  place: number
  column: ScoreColumn
  figures: GroupFigures
  table: ItemTable
  isKept: boolean
  isCompared: boolean
}

const against = (own: GroupFigures, all: GroupFigures): Delta =>
  againstRest([meanIn(own)], meanIn(all))[0]!

/** Several subjects looked at together: corrected among each other. */
function together(deltas: readonly Delta[]): Delta[] {
  const adjusted = holm(deltas.map(({ pAdjusted }) => pAdjusted))
  return deltas.map((delta, index) => {
    const p = adjusted[index] ?? null
    return {
      ...delta,
      pAdjusted: p,
      sig: delta.sig === 2 && p !== null && p >= 0.05 ? 1 : delta.sig,
    }
  })
}

/**
 * Of a part of all, the questions where it falls furthest behind the rate of all, so that hard ones do not always win;
 * of all, those with the lowest rate.
 */
function weakestOf(
  { version, reference, withoutMeans }: ReportContext,
  subjects: readonly SubjectFigures[],
) {
  // The rate of a question is its mean.
  if (withoutMeans) return []
  return subjects
    .flatMap(({ place, table, isCompared }) => {
      const all = isCompared ? itemTable(version, place, reference.members) : null
      return table.rows.flatMap(({ question, rate }, index) => {
        if (rate.den === 0) return []
        const ofAll = all?.rows[index]?.rate
        const gap = ofAll && ofAll.den > 0 ? rate.num / rate.den - ofAll.num / ofAll.den : null
        return [{ place, no: question.no, rate, gap }]
      })
    })
    .toSorted((a, b) => (a.gap ?? a.rate.num / a.rate.den) - (b.gap ?? b.rate.num / b.rate.den))
    .slice(0, WEAKEST)
}

/** @param isWide with steps of 10 points at least: narrow ones tell the mean */
function histogramOf(column: ScoreColumn, visible: Members, isWide: boolean) {
  const { scores, fullMilli } = column
  const points =
    (isWide ? STEPS.slice(1) : STEPS).find(
      (step) => fullMilli / MILLI_PER_POINT / step <= MOST_BARS,
    ) ??
    STEPS.at(-1) ??
    50
  const width = points * MILLI_PER_POINT
  return [...segmentCounts(scores, visible, fullMilli, width)].map((count, index) => ({
    from_milli: index * width,
    to_milli: Math.min(fullMilli, (index + 1) * width),
    count,
  }))
}

function countsOf({ version, visible }: ReportContext) {
  const { totalMilli, partial } = version.columns
  const counts = { absent: 0, partial: 0 }
  forEachMember(visible, (place) => {
    if (totalMilli[place]! < 0) counts.absent += 1
    else if (partial[place]) counts.partial += 1
  })
  return counts
}

/** Whom to look at next: near the first line, and among the best. @source reports P02 (4) */
function nextOf(context: ReportContext, total: ScoreColumn) {
  const ofTotal = { ...context, column: total }
  const { total: line, sideOf } = criticalBand(ofTotal, {})
  const { top } = context.config.concerned
  const { isTop } = topOf(ofTotal, { top })
  const counts = { push: 0, hold: 0, top: 0 }
  forEachMember(context.visible, (place) => {
    const side = sideOf(place)
    if (side) counts[side] += 1
    if (isTop(place)) counts.top += 1
  })
  // Bureaus would read from a count of a few who they are.
  const isTold = context.seesPeople
  return {
    critical: line && isTold ? { line: line.name, push: counts.push, hold: counts.hold } : null,
    top: isTold ? counts.top : 0,
    top_of: isTold ? top : 0,
  }
}

/** How those shown moved since the exam compared with; of all there are the mean is 0 by itself. @source domain rules 15 */
function groupProgress(context: ReportContext, column: ScoreColumn) {
  const { compared, visible } = context
  if (!compared) return null
  const of = { ...context, column }
  const { z, common } = progressIn(of, compared)
  const found: { now: number; before: number }[] = []
  forEachMember(visible, (place) => {
    const own = z(place)
    if (own) found.push(own)
  })
  const n = found.length
  const changes = found.map(({ now, before }) => now - before)
  const [mean, sd] = [meanOf(changes), sdOf(changes, 'sample')]
  const isAll = n === common
  const half = sd === null ? null : (1.96 * sd) / Math.sqrt(n)
  return {
    exam_id: compared.examId,
    exam_name: compared.name,
    n,
    z_before: meanOf(found.map(({ before }) => before)),
    z_now: meanOf(found.map(({ now }) => now)),
    progress:
      mean === null || isAll
        ? null
        : {
            v: mean,
            lo: half === null ? null : mean - half,
            hi: half === null ? null : mean + half,
            n,
            shown: n < 10 ? ('few' as const) : ('ok' as const),
          },
  }
}

/** Mean Z of those shown, exam by exam; of all there are it is 0 each time. @source reports P03 (9) */
function historyOf(context: ReportContext, column: ScoreColumn) {
  const of = { ...context, column }
  const { visible, history } = context
  if (history.length === 0 || sizeOf(baseOf(of).members) === sizeOf(visible)) return []
  const pointOf = (exam_name: string, z: (place: number) => number | null) => {
    const found: number[] = []
    forEachMember(visible, (place) => {
      const own = z(place)
      if (own !== null) found.push(own)
    })
    const n = found.length
    const [mean, sd] = [meanOf(found), sdOf(found, 'sample')]
    const half = sd === null ? null : (1.96 * sd) / Math.sqrt(n)
    return {
      exam_name,
      z: {
        v: mean,
        lo: mean === null || half === null ? null : mean - half,
        hi: mean === null || half === null ? null : mean + half,
        n,
        shown: n < 10 ? ('few' as const) : ('ok' as const),
      },
    }
  }
  return [
    ...history.map((exam) => pointOf(exam.name, zThen(of, exam))).toReversed(),
    pointOf(context.version.manifest.examName, zNow(of)),
  ]
}

/** Sentences made of figures, with the error and n where something is compared. @source reports 2.6 */
function sentencesOf(
  context: ReportContext,
  of: {
    figures: GroupFigures
    delta: Delta | null
    subjects: readonly SubjectFigures[]
    weakest: readonly {
      place: number
      no: string
      rate: { num: number; den: number }
      gap: number | null
    }[]
  },
) {
  const { figures, delta, subjects, weakest } = of
  const { manifest } = context.version
  if (figures.meanMilli === null) return [{ text: '还没有总分完整的考生。', link: 'student' }]
  const percent = ({ num, den }: { num: number; den: number }) => formatPercent(num, den)
  const mean = context.withoutMeans ? '' : `平均 ${figureText(figures.meanMilli, 'milli')} 分，`
  const lowest = subjects
    .filter(({ isKept, figures: { rates } }) => !isKept && rates.pass.den > 0)
    .toSorted((a, b) => passOf(a) - passOf(b))[0]
  const [worst] = weakest
  const worstName = worst && `${manifest.subjects[worst.place]!.name}第 ${worst.no} 题`
  return [
    {
      text: `${figures.present} 人总分完整，${mean}及格率 ${percent(figures.rates.pass)}，优秀率 ${percent(figures.rates.excellent)}。`,
      link: 'average',
    },
    ...(delta?.v != null && delta.se !== null && figures.present >= 20
      ? [{ text: deltaSentence(context, delta), link: 'average' }]
      : []),
    ...(lowest
      ? [
          {
            text: `及格率最低的科目是${lowest.column.name}（${percent(lowest.figures.rates.pass)}）。`,
            link: 'average',
          },
        ]
      : []),
    ...(worst
      ? [
          {
            text:
              worst.gap === null
                ? `得分率最低的题是${worstName}（${percent(worst.rate)}）。`
                : `与${context.reference.name}相比差距最大的题是${worstName}（得分率 ${percent(worst.rate)}，相差 ${figureText(worst.gap * 100, 'index')} 个百分点）。`,
            link: 'little',
          },
        ]
      : []),
  ]
}

function deltaSentence({ reference }: ReportContext, { v, se, sig }: Delta): string {
  const far = figureText(Math.abs(v ?? 0), 'milli')
  const error = figureText(1.96 * (se ?? 0), 'milli')
  const side = sig === 0 ? '相近' : (v ?? 0) > 0 ? `高 ${far} 分` : `低 ${far} 分`
  return `总分均分与${reference.name}${sig === 0 ? '' : '相比'}${side}（误差 ±${error}）${sig === 0 ? `，相差 ${far} 分，在误差范围内` : ''}。`
}

/** From so many on a movement is spoken of. @source reports 2.3 */
const LEAST_SPOKEN_OF = 20

function progressSentence(of: ReturnType<typeof groupProgress>) {
  if (!of?.progress || of.n < LEAST_SPOKEN_OF) return []
  const { v, lo, hi } = of.progress
  if (lo === null || hi === null) return []
  const isWithin = lo <= 0 && hi >= 0
  const text = isWithin
    ? `与${of.exam_name}相比没有超出误差的进退（Z 变化 ${signedFigureText(v, 'index')}，${of.n} 人）。`
    : `与${of.exam_name}相比 Z ${v > 0 ? '升' : '降'} ${figureText(Math.abs(v), 'index')}（误差 ±${figureText(hi - v, 'index')}，${of.n} 人）。`
  return [{ text, link: 'student' }]
}

const passOf = ({ figures: { rates } }: SubjectFigures): number => rates.pass.num / rates.pass.den
