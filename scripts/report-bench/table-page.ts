import { cellText, type Frame, type ReportColumn, visibleColumns } from '@hengjuan/contracts'
import { AppError, type ChartData } from '@hengjuan/domain'
import { type Asked, type AnyReport, replyOf } from './page-answer.ts'
import { DIRECTOR } from './page-viewer.ts'

type Query = Record<string, unknown>
export type Cell = number | null
export type Ratio = { num: number; den: number }

export const shareOf = (ratio: Ratio | null): Cell =>
  ratio === null || ratio.den === 0 ? null : ratio.num / ratio.den

export const isTooFew = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'GROUP_TOO_SMALL'

/** The page with its table, as its reader has it. */
export class Page {
  readonly report: AnyReport
  readonly reply: Frame & Record<string, unknown>
  readonly rows: readonly object[]
  readonly charts: readonly ChartData[]
  readonly #columns: ReadonlyMap<string, ReportColumn<object>>
  readonly #asked: Asked
  readonly #query: Query

  constructor(asked: Asked, key: string, query: Query) {
    const { report, reply } = replyOf(asked, key, query)
    this.report = report
    this.reply = reply
    this.rows = report.rows(reply)
    this.charts = report.charts?.(reply) ?? []
    this.#columns = new Map(
      visibleColumns(report.columns(reply), reply.rank_types).map((one) => [one.key, one]),
    )
    this.#asked = asked
    this.#query = query
  }

  /** Another page of the same exam, cut the same way. */
  other(key: string, more: Query = {}): Page {
    const { school_id, class_id } = this.#query
    const same = { ...(school_id ? { school_id } : {}), ...(class_id ? { class_id } : {}) }
    return new Page(this.#asked, key, { ...same, ...more })
  }

  /** Null where it would be about too few. */
  otherOrNone(key: string, more: Query): Page | null {
    try {
      return this.other(key, more)
    } catch (error) {
      if (isTooFew(error)) return null
      throw error
    }
  }

  /** Everybody whom the figures are about, whether the reader may see them or not. */
  people(): Page {
    const { school_id, class_id } = this.#query
    const query = {
      limit: 5000,
      ...(school_id ? { school_id } : {}),
      ...(class_id ? { class_id } : {}),
    }
    return new Page({ ...this.#asked, viewer: DIRECTOR }, 'student', query)
  }

  /** The same page with other filters beside its own. */
  again = (more: Query): Page => new Page(this.#asked, this.report.key, { ...this.#query, ...more })

  column(key: string): ReportColumn<object> {
    const found = this.#columns.get(key)
    if (!found) throw new Error(`${this.report.key} has no column ${key}`)
    return found
  }

  has = (key: string): boolean => this.#columns.has(key)
  /** Columns of each subject, class or level: `rate:3` and so on. */
  keys = (start: string): string[] =>
    [...this.#columns.keys()].filter((key) => key.startsWith(`${start}:`))
  titles = (start: string): string[] => this.keys(start).map((key) => this.column(key).title)
  groups = (start: string): string[] => this.keys(start).map((key) => this.column(key).group ?? '')
  text = (key: string, row: object): string => cellText(this.column(key), row)
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what stands in a column its reader knows
  value = <T = Cell>(key: string, row: object): T => this.column(key).value(row) as T
  share = (key: string, row: object): Cell => shareOf(this.value<Ratio | null>(key, row))
  /** Rows that are no sum and are not kept back. */
  own = (key = 'mean_milli'): object[] =>
    this.rows.filter(
      (row) =>
        !(row as { is_reference?: boolean }).is_reference &&
        this.value<unknown>(key, row) !== 'suppressed',
    )
  subjectId = (): unknown => this.#query['subject_id']
}
