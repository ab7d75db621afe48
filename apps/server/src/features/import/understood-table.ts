import { createHash } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  cellText,
  columnLetters,
  findColumns,
  findHeading,
  type FoundColumn,
  mapRows,
  type MappedRow,
  type Meanings,
  type ReadSheet,
  type ReadTable,
  titleKey,
  titleSet,
} from '@hengjuan/domain'
import type { ImportDefinition, ImportPlace } from '../../import/define-import.ts'
import type { Head } from './batch-report.ts'

/** What was said by hand about a file. */
export interface Choices {
  sheet?: number | undefined
  headingRow?: number | undefined
  columns: Record<string, number | null>
  values: Record<string, Record<string, string>>
}

/** A table whose columns are found. */
export interface Understood {
  sheetAt: number
  sheet: ReadSheet
  headingAt: number
  titles: string[]
  titlesHash: string
  found: FoundColumn[]
  meanings: Meanings
  rows: MappedRow<string>[]
}

/**
 * Finds sheet, heading and columns: as chosen for this file, as the school chose for the same titles, by their words,
 * and by what stands in them.
 *
 * @throws AppError IMPORT_FILE_INVALID
 */
export async function understand(
  db: Db,
  { kind, fields, hints }: ImportDefinition,
  place: ImportPlace,
  table: ReadTable,
  choices: Choices,
): Promise<Understood> {
  const learnt = await db
    .selectFrom('import_mapping')
    .where('school_id', '=', place.schoolId)
    .where('kind', '=', kind)
    .select(['titles_hash', 'mapping', 'meanings'])
    .execute()
  const known = new Set(
    learnt.flatMap(({ mapping }) =>
      Object.values(JSON.parse(mapping) as Record<string, string | null>).filter(
        (title) => title !== null,
      ),
    ),
  )
  const sheets =
    choices.sheet === undefined
      ? table.sheets
      : table.sheets.slice(choices.sheet, choices.sheet + 1)
  const heading = findHeading(sheets, fields, known) ?? { sheet: 0, at: 0 }
  const sheet = sheets[heading.sheet]
  if (!sheet?.rows.length) throw nothingIn('A1', '表格是空的，请选择有数据的文件')
  const chosenAt = sheet.rows.findIndex(({ row }) => row === choices.headingRow)
  if (choices.headingRow !== undefined && chosenAt < 0)
    throw nothingIn(`A${choices.headingRow}`, '这一行是空的，请选择表头所在的行')
  const headingAt = chosenAt < 0 ? heading.at : chosenAt
  const titles = (sheet.rows[headingAt]?.cells ?? []).map(cellText)
  const titlesHash = createHash('sha256').update(titleSet(titles)).digest('hex')
  const learned = learnt.find(({ titles_hash }) => titles_hash === titlesHash)
  const found = findColumns(sheet, headingAt, fields, {
    hand: choices.columns,
    learned: JSON.parse(learned?.mapping ?? '{}') as Record<string, string | null>,
    hints: await hints(db, place),
  })
  const meanings = mergedMeanings(
    JSON.parse(learned?.meanings ?? '{}') as Choices['values'],
    choices.values,
  )
  return {
    sheetAt: choices.sheet ?? heading.sheet,
    sheet,
    headingAt,
    titles,
    titlesHash,
    found,
    meanings,
    rows: mapRows(sheet, headingAt, fields, { found, meanings }),
  }
}

const nothingIn = (path: string, message: string): AppError =>
  new AppError('IMPORT_FILE_INVALID').withDetails([{ path, message }])

/** Later ones win. */
export function mergedMeanings(...given: readonly Choices['values'][]): Choices['values'] {
  const merged: Record<string, Record<string, string>> = {}
  for (const one of given)
    for (const [field, meant] of Object.entries(one))
      merged[field] = { ...(Object.hasOwn(merged, field) ? merged[field] : {}), ...meant }
  return merged
}

/** Index of the column of a field; null where the file has none. */
export const columnOf = ({ found }: Pick<Understood, 'found'>, field: string): number | null =>
  found.find((one) => one.field === field)?.column ?? null

/** Columns that are only guessed: each has to be accepted. */
export const guessedColumns = ({ found, titles }: Understood, definition: ImportDefinition) =>
  found.flatMap(({ field, column, how }) => {
    if (how !== 'content' || column === null) return []
    const label = definition.fields.find((one) => one.field === field)?.label ?? field
    const title = titles[column] ? `「${titles[column]}」` : '（没有标题）'
    return [
      {
        ack: `column:${field}`,
        message: `${columnLetters(column)} 列${title}按内容看是${label}，请确认`,
      },
    ]
  })

/** What the school is to remember of this table: titles by field. A column without a title cannot be told again. */
export function learnedMapping({
  columns,
  titles,
}: Pick<Head, 'columns' | 'titles'>): Record<string, string | null> {
  return Object.fromEntries(
    columns.flatMap(({ field, column, how }): [string, string | null][] => {
      if (how === null || how === 'name') return []
      if (column === null) return [[field, null]]
      const title = titleKey(titles[column] ?? '')
      return title === '' ? [] : [[field, title]]
    }),
  )
}
