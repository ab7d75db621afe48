import type { ChartData, ErrorCode } from '@hengjuan/domain'
import type { Static, TObject, TSchema } from 'typebox'
import { can, defineRoute, inJoint, type Route } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import type { frame } from './shapes.ts'

/** What all replies have. */
export type Frame = Static<TObject<typeof frame>>

/** A further table of a workbook. */
export interface ReportSheet {
  name: string
  columns: ReportColumn<never>[]
  rows: readonly never[]
}

/** The columns are of the rows. */
export const sheetOf = <Row>(
  name: string,
  columns: ReportColumn<Row>[],
  rows: readonly Row[],
): ReportSheet => ({ name, columns, rows }) as unknown as ReportSheet

interface ReportShape<Query, Reply, Row> {
  /** Name in the record of exports. */
  key: string
  title: string
  path: string
  exportPath: string
  summary: string
  /** Has it figures of the total, or only of single subjects? */
  of: 'total' | 'subject' | 'both'
  errors?: readonly ErrorCode[]
  columns: (reply: Reply) => ReportColumn<Row>[]
  rows: (reply: Reply) => readonly Row[]
  charts?: (reply: Reply) => ChartData[]
  /** Do the charts draw figures that the table has not? The workbook has a sheet for each of them then. */
  chartsApart?: boolean
  /** Figures above the table: label and text. */
  figures?: (reply: Reply) => { label: string; text: string }[]
  /** Up to three, made from the figures of the reply; each names the report whose table says the same. @source reports 2.6 */
  sentences?: (reply: Reply) => { text: string; link: string }[]
  /** Tables that the workbook has beside that of the page. */
  sheets?: (reply: Reply) => ReportSheet[]
  /** Is the table about named people? Files of it say that they are not to be posted. */
  named?: boolean
  /** Only as a type. */
  readonly '~query'?: Query
}

/** A report, defined once: two calls and the columns that every form of it is made from. */
export type Report<Query, Reply, Row> = ReportShape<Query, Reply, Row> & {
  /** Filters that it has; others are refused. */
  query: TSchema
  list: Route<{ query: Query }, Reply>
  export: Route<{ query: Query }, null> & { replyKind: 'file' }
}

/**
 * Defines a report: its filters, its reply and its columns. Page, clipboard, workbook and PDF follow.
 *
 * @source reports 3, 6
 */
export function defineReport<Query extends TSchema, Reply extends TSchema, Row>(
  shape: ReportShape<Static<Query>, Static<Reply>, Row> & {
    /** Filters, of `filters` and its own. Others are refused. */
    query: Query
    /** `frame` and what the report adds. */
    reply: Reply
  },
): Report<Static<Query>, Static<Reply>, Row> {
  const errors = [
    'SCORE_NOT_RELEASED',
    'OUT_OF_SCOPE',
    'VERSION_GONE',
    'GROUP_TOO_SMALL',
    ...(shape.errors ?? []),
  ] as const
  const list = defineRoute({
    method: 'GET',
    path: shape.path,
    summary: shape.summary,
    area: 'reports',
    access: inJoint(can('report.read', { exam: 'query.exam_id' }), 'member', 'region'),
    query: shape.query,
    reply: shape.reply,
    errors,
  })
  const file = defineRoute({
    method: 'GET',
    path: shape.exportPath,
    summary: `导出${shape.title}；超过 2 万格时改由后台任务生成，返回 202 与 job_id`,
    area: 'reports',
    access: inJoint(can('report.export', { exam: 'query.exam_id' }), 'member', 'region'),
    query: shape.query,
    replyKind: 'file',
    errors: [...errors, 'EXPORT_EMPTY'],
  })
  return { ...shape, list, export: file } as unknown as Report<Static<Query>, Static<Reply>, Row>
}
