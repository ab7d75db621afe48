import type { ChartData } from '@hengjuan/domain'

/** A column of a printed table. */
export interface DocumentColumn {
  title: string
  /** Title over neighbouring columns. */
  group?: string
  isNumeric: boolean
  /** Printed again where a table is too wide for one page. */
  isFrozen?: boolean
}

export type DocumentPart =
  | { kind: 'heading'; text: string; level: 1 | 2 }
  | { kind: 'figures'; figures: readonly { label: string; text: string }[] }
  | { kind: 'table'; columns: readonly DocumentColumn[]; rows: readonly (readonly string[])[] }
  | { kind: 'chart'; chart: ChartData }
  | { kind: 'text'; text: string; isNote?: boolean }
  /** A PNG or JPEG as a data URL. */
  | { kind: 'image'; dataUrl: string; widthMm: number; heightMm: number }
  | { kind: 'pageBreak' }

/** What is printed, without where: `renderDocument` makes pages of it. @source reports 4.3 */
export interface ReportDocument {
  title: string
  /** At the foot of every page, beside its number. */
  footer: string
  isLandscape?: boolean
  parts: readonly DocumentPart[]
}
