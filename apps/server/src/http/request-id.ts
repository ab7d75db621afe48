import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

const POOL = new Uint8Array(4096)
let used = POOL.length

/** A random number from 0 up to 1, in steps of 1/256; randomness is asked for once in 4096 times. */
function pooledRandom(): number {
  if (used === POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  return (POOL[used++] ?? 0) / 256
}

/** A name for a request, in the order in which they came. An ULID has letters of five bits each. */
export const newRequestId = monotonicFactory(pooledRandom)
