import type { Gray } from './gray.ts'
import { heldPage } from './page-memory.ts'

/** Shrinks a picture, each pixel the mean of the area that it stands for; neither edge may grow. */
export function shrinkTo(gray: Gray, width: number, height: number): Gray {
  const { memory, at } = heldPage(gray)
  const columns = memory.work
  const sums = (columns + 4 * (width + 1) + 15) & ~15
  const out = sums + 2 * gray.width
  if (out + width * height > memory.workEnd) throw new RangeError('thumbnail too large')
  for (let x = 0; x <= width; x++) {
    memory.ints[(columns >> 2) + x] = Math.floor((x * gray.width) / width)
  }
  memory.kernels.shrink(at, gray.width, gray.height, width, height, columns, sums, out)
  return { data: memory.bytes.slice(out, out + width * height), width, height }
}
