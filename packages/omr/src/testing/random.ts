/** Seeded random numbers (mulberry32), so that every test page can be made again. */
export function randomFrom(seed: number): () => number {
  // Signed throughout: unsigned, every other state would be a number with a fraction to the processor.
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
