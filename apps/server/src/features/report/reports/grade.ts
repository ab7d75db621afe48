import { gradeReport } from '@hengjuan/contracts'
import { MIN_CANDIDATES_FOR_INDICES } from '@hengjuan/domain'
import {
  boxOf,
  classFigures,
  differences,
  figuresOf,
  itemTable,
  scoreColumn,
  type ScoreColumn,
  sortedScores,
  subjectDiscrimination,
} from '@hengjuan/stats'
import { keptBackIn, presentIn, type ReportContext } from '../kit/context.ts'
import { keptBack, meanIn, wireDelta, wireFigures } from '../kit/figures.ts'
import { shownClasses } from '../kit/groups.ts'
import { rateLinesOf } from '../kit/rate-lines.ts'
import { served } from '../kit/served-report.ts'
import { scoreRateIn, subjectMatrix } from '../kit/subject-matrix.ts'

/** 年级报表. Over the candidates that the caller sees, and nobody else. @source reports P05 */
export const grade = served(gradeReport, (context) => {
  const { version, visible, withoutMeans } = context
  const { manifest } = version
  const total = scoreColumn(version)
  const columns = [
    ...context.subjects.map((place) => ({
      place: place as number | null,
      column: scoreColumn(version, manifest.subjects[place]!.id),
    })),
    { place: null, column: total },
  ]
  const rows = columns.map(({ place, column }) => {
    const figures = figuresOf(column, visible)
    const isKept = keptBackIn(context, column).whole
    const isOpen = !isKept && !withoutMeans
    const isEnough = figures.present >= MIN_CANDIDATES_FOR_INDICES
    const paper = place === null || !isOpen ? null : itemTable(version, place, visible).paper
    const wire = wireFigures(figures, context)
    return {
      subject: {
        subject_id: column.subjectId,
        subject_name: column.name,
        full_milli: column.fullMilli,
      },
      figures: isKept ? keptBack(wire) : wire,
      difficulty:
        isOpen && isEnough && figures.meanMilli !== null
          ? figures.meanMilli / column.fullMilli
          : null,
      distinction: isOpen && place !== null ? subjectDiscrimination(version, place, visible) : null,
      alpha: paper?.alpha ?? null,
      sem_milli: paper?.semMilli ?? null,
      range: isOpen ? rangeOf(context, column) : null,
      box: isOpen ? boxIn(context, column) : null,
      suppressed: isKept,
    }
  })
  return {
    suppressed: rows.filter(({ suppressed }) => suppressed).length,
    notes: ['只统计当前身份可见的考生'],
    body: {
      rates: rateLinesOf(context),
      rows,
      matrix: withoutMeans ? [] : matrixOf(context, total),
    },
  }
})

/** Best and last class of those shown, tested among all pairs of them: which two it is was not known before. */
function rangeOf(context: ReportContext, column: ScoreColumn) {
  const { version } = context
  const { classes } = classFigures(column, version.columns)
  const known = shownClasses(context, column)
    .shown.flatMap((place) => {
      const mean = meanIn(classes[place]!)
      return mean === null ? [] : [{ name: version.manifest.classes[place]!.name, mean }]
    })
    .toSorted((a, b) => b.mean.mean - a.mean.mean)
  const [best, last] = [known[0], known.at(-1)]
  if (!best || !last || best === last) return null
  const pairs = known.flatMap((one, at) =>
    known.slice(at + 1).map((other) => [one.mean, other.mean] as const),
  )
  // The first of all pairs with the best is that with the last when they stand in order.
  const delta = differences(pairs)[known.length - 2]
  return delta ? { best: best.name, last: last.name, delta: wireDelta(delta) } : null
}

function boxIn({ visible }: ReportContext, column: ScoreColumn) {
  if (presentIn(column, visible) < MIN_CANDIDATES_FOR_INDICES) return null
  const box = boxOf(sortedScores(column.scores, visible))
  return box
    ? [box.low, box.q1, box.median, box.q3, box.high].map((value) => value / column.fullMilli)
    : null
}

/** Classes by subject, beside all whom the caller sees. */
function matrixOf(context: ReportContext, total: ScoreColumn) {
  const { version, visible } = context
  const { classes } = version.manifest
  const hidden = new Map<ScoreColumn, ReadonlySet<number>>()
  return subjectMatrix(context, {
    groups: shownClasses(context, total).shown.map((place) => ({
      place,
      id: classes[place]!.id,
      name: classes[place]!.name,
    })),
    figures: (column) => classFigures(column, version.columns).classes,
    rateOfAll: (column) => scoreRateIn(figuresOf(column, visible)),
    isHidden: (column, place) => {
      const known = hidden.get(column) ?? keptBackIn(context, column).classes
      hidden.set(column, known)
      return known.has(place)
    },
  })
}
