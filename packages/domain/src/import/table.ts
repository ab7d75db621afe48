/**
 * What a cell shows that may not be what was typed: more digits than a spreadsheet keeps, a number that was taken for a
 * date, a number shown rounded or with an exponent, a formula that failed.
 */
export type CellMark = 'digits' | 'scientific' | 'date' | 'rounded' | 'failed'

/** A row with something in it, as it is seen: text as shown, empty where there is nothing. */
export interface SheetRow {
  /** Number of the row in the file, 1 for the first. */
  row: number
  cells: string[]
  /** By index of the column; most rows have none. */
  marks?: Record<number, CellMark>
}

/** One visible sheet: hidden rows and columns are counted and left out. */
export interface ReadSheet {
  name: string
  rows: SheetRow[]
  hiddenRows: number
  hiddenColumns: number
}

/** A foreign table as a person sees it on opening it. */
export interface ReadTable {
  sheets: ReadSheet[]
  /** Names of sheets that are hidden; they are not read. */
  hiddenSheets: string[]
}

/** `B3`: as spreadsheets name a cell. `column` counts from 0, `row` from 1. */
export const cellAddress = (column: number, row: number): string => `${columnLetters(column)}${row}`

export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

const NO_WIDTH = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]/gu

/** The text of a cell as it was meant: full-width signs are narrow ones, nothing unseen, one blank for many. */
export const cellText = (text: string): string =>
  text.normalize('NFKC').replace(NO_WIDTH, '').replace(/\s+/gu, ' ').trim()
