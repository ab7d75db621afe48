import { formatMilli, formatPercent, TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import type { SnapshotData } from '../score/index.ts'
import { itemTable } from './item-table.ts'
import {
  figuresOf,
  footerOf,
  populationOf,
  type ReportViewer,
  visibleSubjects,
} from './population.ts'

/** How many of the weakest questions are named. */
const WEAKEST = 6

/** How good, how spread, where weak: one screen of a released exam. */
export function overviewOf(data: SnapshotData, viewer: ReportViewer, publishedAt: string | null) {
  const total = populationOf(data, viewer, { subjectId: TOTAL_SUBJECT_ID })
  const subjects = visibleSubjects(data, viewer).map((subject) => {
    const population = populationOf(data, viewer, { subjectId: subject.id })
    const figures = figuresOf(population.visible, subject.fullMilli, viewer.config)
    return { subject, population, figures }
  })
  const weakest = subjects
    .flatMap(({ subject, population }) =>
      itemTable(population, subject)
        .rows.filter(({ rate }) => rate.den > 0)
        .map(({ no, rate }) => ({ subject_id: subject.id, subject_name: subject.name, no, rate })),
    )
    .toSorted((a, b) => a.rate.num / a.rate.den - b.rate.num / b.rate.den)
    .slice(0, WEAKEST)
  const figures = figuresOf(total.visible, total.subject.fullMilli, viewer.config)
  return {
    total: figures,
    total_full_milli: total.subject.fullMilli,
    subjects: subjects.map((one) => ({
      subject_id: one.subject.id,
      subject_name: one.subject.name,
      full_milli: one.subject.fullMilli,
      figures: one.figures,
    })),
    weakest,
    sentences: sentencesOf(figures, subjects, weakest),
    footer: footerOf(data, publishedAt, [], viewer.config),
  }
}

type Figures = ReturnType<typeof figuresOf>

/** Plain sentences made of the numbers, for a reader in a hurry. */
function sentencesOf(
  total: Figures,
  subjects: readonly { subject: { name: string }; figures: Figures }[],
  weakest: readonly { subject_name: string; no: string; rate: { num: number; den: number } }[],
): string[] {
  if (total.mean_milli === null) return ['还没有总分完整的考生。']
  const points = (mean: number): string => formatMilli(Math.round(mean))
  const lowest = subjects
    .filter(({ figures }) => figures.pass_rate.den > 0)
    .toSorted((a, b) => passOf(a.figures) - passOf(b.figures))[0]
  return [
    `${total.present} 人总分完整，平均 ${points(total.mean_milli)} 分，及格率 ${percent(total.pass_rate)}，优秀率 ${percent(total.excellent_rate)}。`,
    ...(lowest
      ? [`及格率最低的科目是${lowest.subject.name}（${percent(lowest.figures.pass_rate)}）。`]
      : []),
    ...(weakest[0]
      ? [
          `得分率最低的题是${weakest[0].subject_name}第 ${weakest[0].no} 题（${percent(weakest[0].rate)}）。`,
        ]
      : []),
  ]
}

const passOf = ({ pass_rate }: Figures): number => pass_rate.num / pass_rate.den

const percent = ({ num, den }: { num: number; den: number }): string => formatPercent(num, den)
