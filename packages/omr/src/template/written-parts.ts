import type { DigitField, WordGrid } from '@hengjuan/domain'
import type { Json, JsonChecker } from './json-checker.ts'
import { readBox } from './template-box.ts'

/** Reads a row of boxes for handwritten digits. */
export function readDigitField(check: JsonChecker, json: Json, path: string): DigitField {
  return {
    id: check.text(json, 'id', path),
    blockKey: check.text(json, 'blockKey', path),
    decimals: check.whole(json, 'decimals', path, { least: 0, most: 3 }),
    ...readFullMark(check, json, path),
    cells: check.list(json['cells'], `${path}.cells`).map((cell, i) => {
      const at = `${path}.cells[${i}]`
      return readBox(check, check.object(cell, at) ?? {}, at)
    }),
  }
}

/** The most that a place for a mark can say, where the template knows it. */
export const readFullMark = (
  check: JsonChecker,
  json: Json,
  path: string,
): { fullMilli?: number } =>
  json['fullMilli'] === undefined
    ? {}
    : { fullMilli: check.whole(json, 'fullMilli', path, { least: 1, most: 1_000_000 }) }

const cellEdge = { least: 2, most: 50 }

/** Reads a composition grid. */
export function readWordGrid(check: JsonChecker, json: Json, path: string): WordGrid {
  return {
    id: check.text(json, 'id', path),
    blockKey: check.text(json, 'blockKey', path),
    part: check.whole(json, 'part', path, { least: 0, most: 999 }),
    columns: check.whole(json, 'columns', path, { least: 1, most: 200 }),
    rows: check.whole(json, 'rows', path, { least: 1, most: 200 }),
    xMm: check.number(json, 'xMm', path, { least: 0, most: 2000 }),
    yMm: check.number(json, 'yMm', path, { least: 0, most: 2000 }),
    cellWidthMm: check.number(json, 'cellWidthMm', path, cellEdge),
    cellHeightMm: check.number(json, 'cellHeightMm', path, cellEdge),
    rowPitchMm: check.number(json, 'rowPitchMm', path, cellEdge),
  }
}
