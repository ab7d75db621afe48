/** How a number is written: as it is, with two decimals, as a percentage. */
export type NumberFormat = 'plain' | 'fixed' | 'percent'

/** Grounds of cells by how far they lie from the mean of their column: -4 far below, 0 none, 4 far above. */
export type Heat = -4 | -3 | -2 | -1 | 0 | 1 | 2 | 3 | 4

const FORMATS: readonly NumberFormat[] = ['plain', 'fixed', 'percent']
const FORMAT_IDS: Record<NumberFormat, number> = { plain: 0, fixed: 2, percent: 10 }
const HEATS: readonly Heat[] = [0, -4, -3, -2, -1, 1, 2, 3, 4]
const COLOURS: Record<Heat, string> = {
  [-4]: 'FFF2C6BF',
  [-3]: 'FFF5D4CF',
  [-2]: 'FFF9E3DF',
  [-1]: 'FFFCF1EF',
  0: '',
  1: 'FFEEF6F0',
  2: 'FFDCEDE1',
  3: 'FFCBE4D2',
  4: 'FFB9DBC3',
}

/** Styles of whole rows, before those of cells. */
export const ROW_STYLES = { title: 0, head: 1, note: 2, text: 3 } as const
const FIRST_CELL = 4

/** Index of a cell's style in `stylesXml`. */
export const cellStyle = (format: NumberFormat, heat: Heat = 0, isStrong = false): number =>
  FIRST_CELL + (FORMATS.indexOf(format) * HEATS.length + HEATS.indexOf(heat)) * 2 + Number(isStrong)

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const font = (inner: string): string => `<font>${inner}<name val="宋体"/></font>`
const solid = (colour: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`

/** Fonts: 0 plain, 1 title, 2 bold, 3 note. Fills: 0 and 1 as the format wants, 2 head, then heat. */
export function stylesXml(): string {
  const fonts = [
    font('<sz val="11"/>'),
    font('<b/><sz val="14"/>'),
    font('<b/><sz val="11"/>'),
    font('<sz val="9"/><color rgb="FF808080"/>'),
  ]
  const fills = [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    solid('FFE8F1F1'),
    ...HEATS.slice(1).map((heat) => solid(COLOURS[heat])),
  ]
  const cells = FORMATS.flatMap((format) =>
    HEATS.flatMap((heat, at) =>
      [0, 2].map(
        (fontId) =>
          `<xf numFmtId="${FORMAT_IDS[format]}" fontId="${fontId}" fillId="${heat === 0 ? 0 : 2 + at}" borderId="1" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>`,
      ),
    ),
  )
  const rows = [
    '<xf fontId="1" fillId="0" borderId="0" applyFont="1"/>',
    '<xf fontId="2" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>',
    '<xf fontId="3" fillId="0" borderId="0" applyFont="1"/>',
    '<xf fontId="0" fillId="0" borderId="1" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  ]
  const list = (name: string, items: readonly string[]): string =>
    `<${name} count="${items.length}">${items.join('')}</${name}>`
  return `<styleSheet xmlns="${MAIN}">${list('fonts', fonts)}${list('fills', fills)}<borders count="2"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>${list('cellXfs', [...rows, ...cells])}</styleSheet>`
}
