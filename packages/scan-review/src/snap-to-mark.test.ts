import { expect, test } from 'vitest'
import { type GrayPiece, snapToMark } from './snap-to-mark.ts'

/** Paper with black rectangles, each `[x, y, width, height]` in pixels of the piece. */
function paper(...black: readonly (readonly [number, number, number, number])[]): GrayPiece {
  const gray = new Uint8Array(100 * 80).fill(240)
  for (const [x, y, w, h] of black)
    for (let row = y; row < y + h; row++) gray.fill(20, row * 100 + x, row * 100 + x + w)
  return { x: 1000, y: 500, width: 100, height: 80, gray }
}
const MARK = { least: 8, most: 40 }

test.for([
  ['a square', paper([30, 20, 20, 20]), { x: 1040, y: 530 }],
  ['the oblong mark of the upper left corner', paper([20, 30, 32, 16]), { x: 1036, y: 538 }],
  ['the nearer of two squares', paper([5, 5, 16, 16], [60, 40, 16, 16]), { x: 1068, y: 548 }],
  ['a square beside a printed line', paper([30, 20, 20, 20], [0, 60, 100, 2]), { x: 1040, y: 530 }],
  ['nothing on bare paper', paper(), null],
  ['nothing in a square that the piece cuts off', paper([0, 20, 20, 20]), null],
  ['nothing in a dot of dirt', paper([30, 20, 3, 3]), null],
  ['nothing in a stroke of a pen', paper([20, 20, 36, 9]), null],
] as const)('a point snaps to %s', ([, piece, middle]) => {
  expect(snapToMark(piece, { x: 1060, y: 540 }, MARK)).toEqual(middle)
})
