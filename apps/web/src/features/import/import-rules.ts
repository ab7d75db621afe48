import type { ImportCounts, ImportProblem, ImportReport } from '@hengjuan/contracts'

/** 0 → A, 26 → AA: as a spreadsheet names its columns. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCodePoint(65 + (column % 26))
}

/** Required fields for which no column was found. */
export const absentColumns = ({ columns }: Pick<ImportReport, 'columns'>) =>
  columns.filter(({ required, column }) => required && column === null)

export interface ProblemGroup {
  key: string
  field: string
  value: string
  message: string
  fix: ImportProblem['fix']
  cells: string[]
}

/** Cells of one field that hold the same and have the same thing wrong, together; in the order of the table. */
export function problemGroups(problems: readonly ImportProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const { cell, field, value, message, fix } of problems) {
    const key = [field, value, message, fix?.value ?? ''].join('\n')
    const known = groups.get(key)
    if (known) known.cells.push(cell)
    else groups.set(key, { key, field, value, message, fix, cells: [cell] })
  }
  return [...groups.values()]
}

export interface Fix {
  field: string
  value: string
  meant: string
}

/** What to send so that all cells that hold the same mean the same. */
export function valuesOf(fixes: readonly Fix[]): Record<string, Record<string, string>> {
  const values: Record<string, Record<string, string>> = {}
  for (const { field, value, meant } of fixes) (values[field] ??= {})[value] = meant
  return values
}

/** 「新增 12 人、修改 3 人」; what comes to nothing is left out. */
export const effectText = (
  { added, changed }: Pick<ImportCounts, 'added' | 'changed'>,
  removed: number,
  unit: string,
  removeWord = '移出',
): string =>
  [
    added > 0 && `新增 ${added} ${unit}`,
    changed > 0 && `修改 ${changed} ${unit}`,
    removed > 0 && `${removeWord} ${removed} ${unit}`,
  ]
    .filter(Boolean)
    .join('、')

/** Why the table cannot be imported as it stands; null where it can. */
export function reasonAgainst(
  report: Pick<ImportReport, 'columns' | 'counts' | 'to_accept' | 'state'> | null,
  chosen: { onlyGood: boolean; removed: number; accepted: ReadonlySet<string> },
): string | null {
  if (!report) return '请先选择表格文件'
  if (report.state !== 'checked') return '表格还没有核对完'
  const [absent] = absentColumns(report)
  if (absent) return `还没有找到「${absent.label}」所在的列，请在上面选择`
  const { added, changed, errors } = report.counts
  if (errors > 0 && !chosen.onlyGood) return `还有 ${errors} 处错误没有改正`
  const open = report.to_accept.filter(({ ack }) => !chosen.accepted.has(ack)).length
  if (open > 0) return `还有 ${open} 项没有确认`
  return added + changed + chosen.removed > 0 ? null : '与系统中的相同，没有要导入的'
}
