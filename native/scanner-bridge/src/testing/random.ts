/** The same sequence for the same seed: a failure can be run again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    // mulberry32: neighbouring seeds give sequences that have nothing to do with each other.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
