import { itemTable, scoreColumn } from '@hengjuan/stats'
import type { ReportContext } from './context.ts'
import { baseOf } from './groups.ts'

/** Error of measurement of a subject, by its place; null where it is not known. @source domain rules 11 */
export function semOfSubject(context: ReportContext, at: number): number | null {
  const { version } = context
  const { members } = baseOf(context, scoreColumn(version, version.columns.subjects[at]!.id))
  return itemTable(version, at, members).paper.semMilli
}

/** Error of measurement of what the page is about: a subject, or the total from its subjects. */
export function semOf(context: ReportContext): number | null {
  const { column, subjects } = context
  const errors = (column.subject === null ? subjects : [column.subject]).map((at) =>
    semOfSubject(context, at),
  )
  return errors.some((one) => one === null)
    ? null
    : Math.sqrt(errors.reduce<number>((sum, one) => sum + (one ?? 0) ** 2, 0))
}
