import { type GroupFigures, scoreColumn, type ScoreColumn } from '@hengjuan/stats'
import type { ReportContext } from './context.ts'

interface MatrixOf {
  /** Rows, with their place among the figures. */
  groups: readonly { place: number; id: number; name: string }[]
  figures: (column: ScoreColumn) => readonly GroupFigures[]
  /** Rate of all that groups are beside; null where it is not told. */
  rateOfAll: (column: ScoreColumn) => number | null
  isHidden: (column: ScoreColumn, place: number) => boolean
}

/** Share of the points to be got; null for nobody. */
export const scoreRateIn = ({ scoreRate: { num, den } }: GroupFigures): number | null =>
  den === 0 ? null : num / den

/**
 * Groups by subject: their means, and 离差: how much better a group is in a subject than it is itself, both beside all.
 *
 * @source domain rules 15; reports P04, P05
 */
export function subjectMatrix(
  { version, subjects }: Pick<ReportContext, 'version' | 'subjects'>,
  { groups, figures, rateOfAll, isHidden }: MatrixOf,
) {
  const total = scoreColumn(version)
  const ofTotal = figures(total)
  const all = rateOfAll(total)
  const ofSubjects = subjects.map((place) => {
    const column = scoreColumn(version, version.manifest.subjects[place]!.id)
    return { column, known: figures(column), all: rateOfAll(column) }
  })
  return groups.map(({ place, id, name }) => ({
    id,
    name,
    present: ofSubjects.map(({ known }) => known[place]!.present),
    means: ofSubjects.map(({ known, column }) =>
      isHidden(column, place) ? null : known[place]!.meanMilli,
    ),
    factors: ofSubjects.map((subject) => {
      const [own, ownTotal] = [scoreRateIn(subject.known[place]!), scoreRateIn(ofTotal[place]!)]
      return own === null ||
        ownTotal === null ||
        subject.all === null ||
        all === null ||
        isHidden(subject.column, place)
        ? null
        : own - subject.all - (ownTotal - all)
    }),
  }))
}
