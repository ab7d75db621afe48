import { area } from '../reports/area.ts'
import { book } from '../reports/book.ts'
import { classAverages, schoolAverages } from '../reports/averages.ts'
import { ownBands, rankBands } from '../reports/bands.ts'
import { critical } from '../reports/critical.ts'
import { excellent } from '../reports/excellent.ts'
import { grade } from '../reports/grade.ts'
import { items } from '../reports/items.ts'
import { studentLevels, unitLevels } from '../reports/levels.ts'
import { lineOverview, stepLines, subjectLines } from '../reports/lines.ts'
import { overview } from '../reports/overview.ts'
import { own } from '../reports/own.ts'
import { paper } from '../reports/paper.ts'
import { questionPeople } from '../reports/question-people.ts'
import { choices, questionDetail, questionSplit } from '../reports/questions.ts'
import { segments } from '../reports/segments.ts'
import { students } from '../reports/students.ts'
import { versionDiff } from '../reports/version-diff.ts'
import type { ServedReport } from '../kit/served-report.ts'

/** Every report that the server answers. A new one is a file beside these and a line here. */
export const REPORTS: readonly ServedReport[] = [
  overview,
  students,
  classAverages,
  schoolAverages,
  items,
  questionDetail,
  questionPeople,
  choices,
  questionSplit,
  segments,
  rankBands,
  ownBands,
  studentLevels,
  unitLevels,
  lineOverview,
  subjectLines,
  stepLines,
  critical,
  excellent,
  grade,
  paper,
  area,
  own,
  book,
  versionDiff,
]

export function reportOf(key: string): ServedReport {
  const found = REPORTS.find(({ report }) => report.key === key)
  if (!found) throw new Error(`no report ${key}`)
  return found
}
