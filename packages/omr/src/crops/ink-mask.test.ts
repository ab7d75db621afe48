import { expect, test } from 'vitest'
import { makeWhiteMap, paperAt } from '../kernels/white-map.ts'
import { blottedPicture } from '../testing/blotted-picture.ts'
import { inkMask } from './ink-mask.ts'

const gray = blottedPicture(21, 700, 900)
const white = makeWhiteMap(gray)

/** Dots at which a neighbouring pixel of another shade was taken: the height is held over eight dots. */
const mostOff = 0.035

test.for([
  [8, 0, 1, 'upright'],
  [8, 1.5, 1, 'turned a little'],
  [8, 180.4, 1, 'upside down'],
  [8, 91, 1, 'turned right'],
  [12, -1, 1, 'at 300 dpi'],
  [12, 0.5, 4, 'at 300 dpi, one row in four'],
  [5, 1, 1, 'at 130 dpi'],
  [24, 0.5, 1, 'at 600 dpi, over the edge of the picture'],
] as const)(
  '%i pixels a millimetre, turned by %d degrees, every %i: %s',
  ([px, degrees, every]) => {
    const area = { widthMm: 40, heightMm: 31 }
    const turn = (degrees * Math.PI) / 180
    const place = (u: number, v: number): [number, number] => {
      const [dx, dy] = [(u - 20) * px, (v - 15.5) * px]
      return [
        350.3 + dx * Math.cos(turn) - dy * Math.sin(turn),
        450.4 + dx * Math.sin(turn) + dy * Math.cos(turn),
      ]
    }
    const quad = [place(0, 0), place(40, 0), place(40, 31), place(0, 31)] as never
    const view = { gray, white, toPx: [], inkShare: white.inkShare }
    const mask = inkMask(view, area, quad, every)
    const level = 1 - 0.15 * (1 - white.inkShare)
    let off = 0
    for (let i = 0; i < mask.height; i++) {
      const row = (every >> 1) + i * every
      for (let column = 0; column < mask.width; column++) {
        const [x, y] = place((column + 0.5) / 4, (row + 0.5) / 4)
        const near = place(
          (Math.floor(column / 32) * 32 + 16) / 4,
          (Math.floor(row / 32) * 32 + 16) / 4,
        )
        const limit = Math.floor(paperAt(white, ...near) * level)
        const isIn = x >= 0 && y >= 0 && x < gray.width && y < gray.height
        const isInk = isIn && gray.data[Math.floor(y) * gray.width + Math.floor(x)]! < limit
        if (Number(isInk) !== mask.data[i * mask.width + column]) off++
      }
    }
    expect(off / mask.data.length).toBeLessThan(mostOff)
    expect(mask.data.includes(1)).toBe(true)
  },
)
