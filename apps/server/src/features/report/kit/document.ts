import { cellText, type Frame, isNumeric, type Report, visibleColumns } from '@hengjuan/contracts'
import type { DocumentPart, ReportDocument } from '@hengjuan/sheet'

/** From so many columns on a page is printed across. @source reports 3.8 */
const LANDSCAPE_FROM = 9

/** A report as a document: sentences, figures, charts, table and what they mean. @source reports 4.3 */
export function reportDocument(report: Report<never, never, never>, reply: Frame): ReportDocument {
  const columns = visibleColumns(report.columns(reply as never), reply.rank_types)
  const rows = report.rows(reply as never)
  const { footer } = reply
  const figures = report.figures?.(reply as never) ?? []
  const sentences = report.sentences?.(reply as never) ?? []
  const parts: DocumentPart[] = [
    {
      kind: 'heading',
      level: 1,
      text: `${footer.exam_name} ${footer.subject_name} ${report.title}`,
    },
    ...(footer.is_current
      ? []
      : [{ kind: 'text' as const, text: `非当前发布版本 v${footer.version}，仅供核对` }]),
    ...(footer.policy.banner === null
      ? []
      : [{ kind: 'text' as const, text: footer.policy.banner }]),
    ...sentences.map(({ text }) => ({ kind: 'text' as const, text })),
    ...(figures.length > 0 ? [{ kind: 'figures' as const, figures }] : []),
    ...(report.charts?.(reply as never) ?? []).map((chart) => ({ kind: 'chart' as const, chart })),
    { kind: 'heading', level: 2, text: report.title },
    {
      kind: 'table',
      columns: columns.map((column) => ({
        title: column.title,
        ...(column.group ? { group: column.group } : {}),
        isNumeric: isNumeric(column),
        isFrozen: column.frozen ?? false,
      })),
      rows: rows.map((row) => columns.map((column) => cellText(column, row))),
    },
    ...(report.named
      ? [{ kind: 'text' as const, text: '内部资料，不得公开张贴或转发群组', isNote: true }]
      : []),
    {
      kind: 'text',
      isNote: true,
      text: [footer.population, footer.denominator, ...footer.notes].join('；'),
    },
    { kind: 'heading', level: 2, text: '说明' },
    {
      kind: 'table',
      columns: ['列', '算法', '规则'].map((title) => ({ title, isNumeric: false })),
      rows: footer.formulas.map(({ column, text, rule }) => [column, text, rule]),
    },
  ]
  return {
    title: `${footer.exam_name} ${report.title}`,
    footer: `${footer.exam_name} · 成绩版本 v${footer.version} · 参照 ${footer.scope_name}`,
    isLandscape: columns.length >= LANDSCAPE_FROM,
    parts,
  }
}
