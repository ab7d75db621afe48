import {
  attendanceLabel,
  type Attendance,
  type Delta,
  type Est,
  estimateText,
  type FigureKind,
  figureText,
  formatPercent,
  hundredthsOf,
  NO_FIGURE,
  percentOf,
  PRESENT,
  type RankType,
  signedFigureText,
  SUPPRESSED_FIGURE,
} from '@hengjuan/domain'

/** A score, or why there is none. */
export interface ScoreCell {
  attendance: number
  score: number | null
}

/** Points in a question; nothing written is not a zero. */
export interface AnswerCell {
  score: number | null
  blank: boolean
}

/** Stands for an answer that is not there. */
const UNANSWERED = '未答'

/** What stands in a cell, by the kind of its column. */
interface Values {
  text: string | null
  count: number | null
  rank: number | null | undefined
  /** Thousandths of a point: a score or a mean. */
  milli: number | null
  /** A share as an exact fraction. */
  ratio: { num: number; den: number } | null
  /** A share that is no fraction of counts, 0 to 1. */
  rate: number | null
  index: number | null
  /** Thousandths of a point. */
  delta: Delta | null
  est: Est | null
  attendance: ScoreCell | null
  answer: AnswerCell | null
}
export type CellKind = keyof Values

/** Stands in a cell of any kind whose figure is kept back. @source reports 2.3 */
export const SUPPRESSED = 'suppressed'

/** Who or what is behind a figure: rows of another report, which a reader opens from the cell. @source reports 2.5 */
export interface Drill {
  /** Key of the report that lists them. */
  report: 'student' | 'concerned_critical' | 'concerned_excellent' | 'question_student'
  /** What is listed: 1班 语文错位. */
  label: string
  /** Its filters, beside those of the page. */
  query: Record<string, string | number>
}

interface ColumnBase<Row> {
  /** As the reply calls the field; with the subject or group behind it where there are several. */
  key: string
  title: string
  /** Title over neighbouring columns. */
  group?: string
  /** How the figure comes about, for the page's hint and the sheet 说明. */
  formula?: string
  /** Rule of the domain rules (DR) or of the reports (R). */
  rule?: string
  /** Shown only to who may see this kind of rank. */
  rank?: RankType
  /** Stays in view when the table scrolls sideways. */
  frozen?: boolean
  /** What the numbers of an estimate are. Default: shares. */
  figure?: FigureKind
  /** Pixels on the page. */
  width?: number
  /** Not shown on the page before it is asked for; files have it. */
  extra?: boolean
  /** A change: + before what is above zero. */
  signed?: boolean
  /** Cells are shaded by how far they lie from the column's mean. */
  heat?: boolean
  /** Cells are shaded by thresholds instead: a figure as the cell shows it is below (−1), within or above (1). */
  beyond?: (shown: number) => -1 | 0 | 1
  /** What the figure of a row counts; null for none. */
  drill?: (row: Row) => Drill | null
}

/** One column of a report: page, clipboard, workbook and PDF are made from it. */
export type ReportColumn<Row> = {
  [Kind in CellKind]: ColumnBase<Row> & {
    kind: Kind
    value: (row: Row) => Values[Kind] | typeof SUPPRESSED
  }
}[CellKind]

/** What a cell says, on the page and wherever text is written. */
export function cellText<Row>(column: ReportColumn<Row>, row: Row): string {
  const known = column.value(row)
  if (known === SUPPRESSED) return SUPPRESSED_FIGURE
  switch (column.kind) {
    case 'text':
      return column.value(row) ?? ''
    case 'ratio': {
      const ratio = known as Values['ratio']
      return ratio ? formatPercent(ratio.num, ratio.den) : NO_FIGURE
    }
    case 'delta':
      return signedFigureText((known as Values['delta'])?.v ?? null, column.figure ?? 'milli')
    case 'est': {
      const est = known as Values['est']
      return est ? estimateText(est, column.figure ?? 'rate') : NO_FIGURE
    }
    case 'attendance': {
      const cell = known as Values['attendance']
      if (!cell) return NO_FIGURE
      return cell.attendance === PRESENT
        ? figureText(cell.score, 'milli')
        : attendanceLabel(cell.attendance as Attendance)
    }
    case 'answer': {
      const cell = known as Values['answer']
      return cell?.blank ? UNANSWERED : figureText(cell?.score, 'milli')
    }
    case 'rank':
    case 'count':
      return figureOf(column, known as number | null | undefined, 'count')
    default:
      return figureOf(column, known as number | null, column.kind)
  }
}

const figureOf = (
  { signed }: { signed?: boolean },
  value: number | null | undefined,
  kind: FigureKind,
): string => (signed ? signedFigureText(value, kind) : figureText(value, kind))

/**
 * The number behind a cell as its text shows it: points, hundredths, percent; null where the text is no number. Tables
 * sort by it, files store it.
 */
export function cellNumber<Row>(column: ReportColumn<Row>, row: Row): number | null {
  const known = column.value(row)
  if (known === SUPPRESSED || known === null || known === undefined) return null
  switch (column.kind) {
    case 'text':
      return null
    case 'ratio': {
      const { num, den } = known as NonNullable<Values['ratio']>
      return percentOf(num, den)
    }
    case 'delta':
    case 'est': {
      const { v } = known as Delta | Est
      const figure = column.figure ?? (column.kind === 'delta' ? 'milli' : 'rate')
      return shownNumber(v, figure)
    }
    case 'attendance': {
      const { attendance, score } = known as ScoreCell
      return attendance === PRESENT ? shownNumber(score, 'milli') : null
    }
    case 'answer': {
      const { score, blank } = known as AnswerCell
      return blank ? null : shownNumber(score, 'milli')
    }
    case 'rank':
    case 'count':
      return known as number
    default:
      return shownNumber(known as number, column.kind)
  }
}

function shownNumber(value: number | null, kind: FigureKind): number | null {
  if (value === null || !Number.isFinite(value)) return null
  if (kind === 'milli') return hundredthsOf(value)
  return Number(figureText(value, kind).replace('%', ''))
}

/** Are its cells numbers, set to the right? */
export const isNumeric = ({ kind }: { kind: CellKind }): boolean => kind !== 'text'

/** Columns without the ranks that the caller may not see. */
export const visibleColumns = <Row>(
  columns: readonly ReportColumn<Row>[],
  rankTypes: readonly RankType[],
): ReportColumn<Row>[] =>
  columns.filter(({ rank }) => rank === undefined || rankTypes.includes(rank))

/** Title with that of its group: 语文 校名次. */
export const fullTitle = ({ group, title }: { group?: string; title: string }): string =>
  group ? `${group} ${title}` : title

/** The table as texts, its titles first. */
export const tableTexts = <Row>(
  columns: readonly ReportColumn<Row>[],
  rows: readonly Row[],
): string[][] => [
  columns.map(fullTitle),
  ...rows.map((row) => columns.map((column) => cellText(column, row))),
]
