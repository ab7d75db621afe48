import { hash32 } from './order.ts'

/** Places of the ring are 31 bits: these say where, the rest which of those that would fall together. */
const SPREAD_BITS = 16
const TIE_BITS = 15

/** Where a paper comes from, as far as its place in the serving order asks. */
export interface PaperOfClass {
  classId: number
  /** So many of the class are on the roster of the subject before it, from 0. */
  nth: number
}

/**
 * Where a paper stands in the serving order of its block, 0 to 2^31 - 1 (fits a signed column): random, and
 * interleaved over classes. The papers of each class lie spread over the whole ring, so that any stretch of it
 * holds close to the share that the class has of the block, and with the classes the schools.
 *
 * The nth paper of a class goes where the bits of n, read backwards, point (van der Corput): each halves the
 * widest gap left by those before it. Every bit is flipped or not as a hash of class, block and the bits before
 * it says (Owen's scrambling), which keeps the spacing and makes the order within the class random.
 *
 * Nobody moves when others come: the place follows from the roster alone, not from when a sheet was scanned.
 * Whoever is entered late goes between the others.
 *
 * @source domain rules 4.5
 */
export function fairOrder({ classId, nth }: PaperOfClass, blockSalt: string): number {
  const seed = `${blockSalt}/${classId}`
  let place = 0
  for (let bit = 0; bit < SPREAD_BITS; bit++) {
    const before = nth & ((1 << bit) - 1)
    const isFlipped = hash32(`${bit}/${before}`, seed) & 1
    place = (place << 1) | (((nth >> bit) & 1) ^ isFlipped)
  }
  return place * 2 ** TIE_BITS + (hash32(nth, seed) & (2 ** TIE_BITS - 1))
}
