import { searchKey } from '../same-text.ts'
import type { ContentHints, FoundColumn, ImportField } from './field.ts'
import type { ReadSheet, SheetRow } from './table.ts'

/** The heading stands in one of the first ten rows. @source platform 0.1 rule 3 */
const HEADING_ROWS = 10
/** Of the values of a column that have to look like it. @source platform 0.1 rule 2 */
const LOOK_ALIKE = 0.8
const LOOKED_AT = 200

/** A title without what is added to it: marks of required columns, hints in brackets. */
export const titleKey = (title: string): string =>
  searchKey(
    title
      .normalize('NFKC')
      .replace(/\(.*?\)|【.*?】|\[.*?\]/gu, '')
      .replace(/[*:]/g, '')
      .replace(/^必填/, ''),
  )

/** Where the titles of a table stand. */
export interface Heading {
  sheet: number
  /** Index into the rows of the sheet. */
  at: number
}

/** The rows that may be the heading of a sheet. */
const headingRows = (sheet: ReadSheet): SheetRow[] =>
  sheet.rows.filter(({ row }, index) => row <= HEADING_ROWS || index === 0).slice(0, HEADING_ROWS)

/**
 * The sheet and row that name the most of the columns, required ones first; null where no visible sheet names any.
 *
 * @param known titles that this school has given a meaning before, by key
 */
export function findHeading(
  sheets: readonly ReadSheet[],
  fields: readonly ImportField[],
  known: ReadonlySet<string> = new Set(),
): Heading | null {
  let best: (Heading & { score: number }) | null = null
  for (const [sheet, one] of sheets.entries())
    for (const [at, line] of headingRows(one).entries()) {
      const titles = new Set(line.cells.map(titleKey).filter(Boolean))
      const named = fields.filter((field) => titlesOf(field).some((title) => titles.has(title)))
      const learned = [...titles].filter((title) => known.has(title)).length
      const required = named.filter((field) => field.required).length
      const score = required * 100 + named.length * 10 + learned * 10
      if (score > 0 && score > (best?.score ?? 0)) best = { sheet, at, score }
    }
  return best && { sheet: best.sheet, at: best.at }
}

const titlesOf = ({ label, aliases = [] }: ImportField): string[] =>
  [label, ...aliases].map(titleKey)

/** What is known of a set of titles besides their words. */
export interface ColumnKnowledge {
  /** Chosen by hand for this file: index of the column, null for none. */
  hand?: Readonly<Record<string, number | null>> | undefined
  /** Chosen for the same set of titles before: key of the title, null for none. */
  learned?: Readonly<Record<string, string | null>> | undefined
  hints?: ContentHints | undefined
}

/**
 * Finds the column of each field: what was chosen by hand, what the school chose for the same titles before, the exact
 * title, another word for it, and at last what stands in the column.
 */
export function findColumns(
  sheet: ReadSheet,
  headingAt: number,
  fields: readonly ImportField[],
  { hand = {}, learned = {}, hints }: ColumnKnowledge = {},
): FoundColumn[] {
  const titles = (sheet.rows[headingAt]?.cells ?? []).map(titleKey)
  const found = new Map<string, FoundColumn>()
  const taken = new Set<number>()
  const take = (field: string, column: number | null, how: FoundColumn['how']): void => {
    if (found.has(field) || (column !== null && (column < 0 || taken.has(column)))) return
    found.set(field, { field, column, how })
    if (column !== null) taken.add(column)
  }
  for (const { field } of fields) {
    const chosen = hand[field]
    if (chosen !== undefined) take(field, chosen, 'hand')
  }
  for (const { field } of fields) {
    const title = learned[field]
    if (title !== undefined) take(field, title === null ? null : titles.indexOf(title), 'learned')
  }
  for (const { field, label } of fields) take(field, titles.indexOf(titleKey(label)), 'name')
  for (const { field, aliases = [] } of fields)
    for (const alias of aliases) take(field, titles.indexOf(titleKey(alias)), 'alias')
  if (hints)
    for (const field of fields)
      if (!found.has(field.field))
        take(field.field, columnLike(sheet, headingAt, field, taken, hints), 'content')
  return fields.map(({ field }) => found.get(field) ?? { field, column: null, how: null })
}

/** The only column whose values look like those of a field; -1 where there is none, or more than one. */
function columnLike(
  sheet: ReadSheet,
  headingAt: number,
  { guess }: ImportField,
  taken: ReadonlySet<number>,
  hints: ContentHints,
): number {
  if (!guess) return -1
  const rows = sheet.rows.slice(headingAt + 1, headingAt + 1 + LOOKED_AT)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const alike: number[] = []
  for (let column = 0; column < width; column++) {
    if (taken.has(column)) continue
    const values = rows.map(({ cells }) => cells[column] ?? '').filter(Boolean)
    const matching = values.filter((value) => guess(value, hints)).length
    if (values.length > 0 && matching >= LOOK_ALIKE * values.length) alike.push(column)
  }
  return alike.length === 1 ? (alike[0] ?? -1) : -1
}

/** Names a set of titles, whatever their order: the same export of the same system. */
export const titleSet = (titles: readonly string[]): string =>
  [...new Set(titles.map(titleKey).filter(Boolean))].sort().join('|')
