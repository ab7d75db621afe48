import type { Json, JsonChecker } from './json-checker.ts'

/** Marks may lie a little outside the nominal page; nothing lies metres away. */
const place = { least: -50, most: 2050 }
const size = { least: 0.3, most: 2000 }
/** A printed hairline is thinner than anything that is looked for. */
export const printedSize = { least: 0.01, most: 2000 }

/** Reads place and size of a box, millimetres. */
export function readBox(check: JsonChecker, json: Json, path: string, range = size) {
  return {
    xMm: check.number(json, 'xMm', path, place),
    yMm: check.number(json, 'yMm', path, place),
    widthMm: check.number(json, 'widthMm', path, range),
    heightMm: check.number(json, 'heightMm', path, range),
  }
}
