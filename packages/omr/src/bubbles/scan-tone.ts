import type { WhiteMap } from '../kernels/white-map.ts'

/** Greys of a black and white scan, made by compression: a share of the page, and of its black. */
const mostGreys = 0.015
const mostGreysOfBlack = 0.3

/**
 * Is the scan black and white only? What is paler than its threshold has left no trace there, so that a
 * blank on it proves nothing. On a scan that knows grey the edges of the print alone give more greys.
 */
export function isBlackAndWhite({ tones }: Pick<WhiteMap, 'tones'>): boolean {
  const greys = tones.belowBright - tones.black
  return greys < mostGreys && greys < mostGreysOfBlack * tones.black
}
