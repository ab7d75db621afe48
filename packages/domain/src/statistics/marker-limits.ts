/** From where on a marker's figures are told as a warning; an exam may have its own. */
export interface MarkerLimits {
  /** A difference is surely there beyond so many standard errors. */
  errors: number
  /**
   * The same of the trend of a drift where nobody else read the papers, so that nothing can bear it out; no
   * more than `errors` asks for no trend beside the difference.
   */
  loneErrors: number
  /** And large enough to matter beyond so many percent of the full mark. */
  sharePercent: number
  /** Least share of readings close to the final mark, percent. */
  consistencyPercent: number
  /** Least share of seeds passed, percent. */
  seedPercent: number
  /** Most readings that may be faster than one can read, percent. */
  fastPercent: number
}

/** @source domain rules 8; the lone errors keep good markers of a whole day from being told (see drift) */
export const DEFAULT_MARKER_LIMITS: MarkerLimits = {
  errors: 2,
  loneErrors: 3,
  sharePercent: 5,
  consistencyPercent: 85,
  seedPercent: 80,
  fastPercent: 5,
}

/** What an exam may set: from, up to and including. */
export const MARKER_LIMIT_RANGES: Record<keyof MarkerLimits, readonly [number, number]> = {
  errors: [1, 5],
  loneErrors: [1, 5],
  sharePercent: [0, 50],
  consistencyPercent: [0, 100],
  seedPercent: [0, 100],
  fastPercent: [0, 100],
}
