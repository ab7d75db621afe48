import { hundredthsOf } from '../milli.ts'

/**
 * What a number of a report is, and so how it is written: `milli` a score in thousandths of a point, `rate` a share
 * from 0 to 1, `count` people or papers, `index` a coefficient such as difficulty, Z or α.
 */
export type FigureKind = 'milli' | 'rate' | 'count' | 'index'

/** What stands for a figure that is not there. */
export const NO_FIGURE = '—'
/** What stands for a figure that is kept back because too few people are behind it. */
export const SUPPRESSED_FIGURE = '＊'

/** Toward zero at two decimals; the small addition keeps 0.29 from becoming 28.99 %. @source domain rules 1.3 */
const cutHundredths = (value: number): number => {
  const cut = Math.trunc(value * 100 + Math.sign(value) * 1e-7) / 100
  return cut === 0 ? 0 : cut
}

/** 86200 -> "86.2", 0.6667 -> "66.67%" cut, 42 -> "42", 0.7312 -> "0.73"; "—" for none. */
export function figureText(value: number | null | undefined, kind: FigureKind): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_FIGURE
  switch (kind) {
    case 'milli':
      return String(hundredthsOf(value))
    case 'rate':
      return `${cutHundredths(value * 100)}%`
    case 'count':
      return String(Math.round(value))
    case 'index':
      return signless(value.toFixed(2))
  }
}

/** "-0.00" says nothing. */
const signless = (text: string): string => (Number(text) === 0 ? text.replace('-', '') : text)

/** As `figureText`, with + before what is above zero: differences. */
export const signedFigureText = (value: number | null | undefined, kind: FigureKind): string => {
  const text = figureText(value, kind)
  return value !== null && value !== undefined && value > 0 && /[1-9]/.test(text)
    ? `+${text}`
    : text
}
