/** Papers to have at hand, at least and at most. */
const LEAST = 3
const MOST = 8
/** A quicker marker than this does not need more papers: nobody reads that fast. Milliseconds a paper. */
const QUICKEST_MS = 500
/** Until somebody has marked some. Milliseconds a paper. */
const USUAL_MS = 4000

/**
 * How many papers to have at hand, so that the next one is there before it is needed.
 *
 * @param wayMs from asking for a paper until its picture can be painted: round trip, transfer, decoding
 * @param medianMs what a paper takes this marker; null before it is known
 * @source ui D2 (queue and prefetch, 2)
 */
export function prefetchDepth(wayMs: number, medianMs: number | null): number {
  const paperMs = Math.max(QUICKEST_MS, medianMs ?? USUAL_MS)
  return Math.min(MOST, Math.max(LEAST, Math.ceil((1.5 * wayMs) / paperMs) + 2))
}

/** Of the papers that there should be, this share or less is left: time to ask for more. */
const REFILL_AT = 0.6

/** @param left papers in hand that are not marked */
export const isLow = (left: number, depth: number): boolean => left <= REFILL_AT * depth

/** What the first measured papers are compared with: a school's network, a small computer. Milliseconds. */
const BEGIN = { roundTrip: 100, transfer: 100, decode: 50 } as const
/** How much of what is known the latest measurement replaces. */
const NEWS = 0.3
/** Longer than this, a computer slept or a network was away: that says nothing about the way. Milliseconds. */
const SLOWEST_MS = 15_000

export type WayPart = keyof typeof BEGIN

/** How long the parts of the way to the next paper take here, smoothed over the latest papers. */
export class WayTimes {
  #ms: Record<WayPart, number> = { ...BEGIN }

  note(part: WayPart, ms: number): void {
    if (ms > SLOWEST_MS) return
    this.#ms[part] += NEWS * (ms - this.#ms[part])
  }

  /** Milliseconds of all parts together. */
  get totalMs(): number {
    const { roundTrip, transfer, decode } = this.#ms
    return roundTrip + transfer + decode
  }
}
