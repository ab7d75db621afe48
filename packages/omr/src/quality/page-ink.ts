import type { WhiteMap } from '../kernels/white-map.ts'
import { qualityThresholds } from './thresholds.ts'

/** What a sparse look over the whole page tells. */
export interface PageInk {
  /** Share of dark pixels on paper. */
  inkRatio: number
  /** Share of pixels that are anything but paper, however pale. */
  anyInk: number
  /** Share of the pixels that are full white. */
  burnt: number
  /** Share of the pixels that are full black. */
  drowned: number
}

/** Taken from the one look that the white map takes at the page. */
export function pageInk({ tones }: WhiteMap): PageInk {
  const { dark, pale, burnt, drowned } = tones
  return { inkRatio: dark, anyInk: pale, burnt, drowned }
}

/** Is there so little on the page that no mark need be looked for? A pale scan is not blank. */
export const isBlankPage = (white: WhiteMap): boolean =>
  pageInk(white).anyInk < qualityThresholds.blankInk
