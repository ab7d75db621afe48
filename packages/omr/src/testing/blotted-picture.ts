import type { Gray } from '../kernels/gray.ts'
import { randomFrom } from './random.ts'

/** A picture with paper, blots of every grey and some noise, the same for the same seed. */
export function blottedPicture(seed: number, width: number, height: number): Gray {
  const random = randomFrom(seed)
  const data = new Uint8Array(width * height)
  for (let i = 0; i < data.length; i++) data[i] = 205 + 40 * random()
  for (let blot = 0; blot < 60; blot++) {
    const grey = Math.floor(220 * random())
    const left = Math.floor(width * random())
    const right = Math.min(width, left + 2 + Math.floor(40 * random()))
    const top = Math.floor(height * random())
    const bottom = Math.min(height, top + 2 + Math.floor(20 * random()))
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) data[y * width + x] = grey + 20 * random()
    }
  }
  return { data, width, height }
}
