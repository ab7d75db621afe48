import { expect, test } from 'vitest'
import { type Box, movedBox, sizedBox } from './dialog-frame.ts'

const ROOM: Box = { left: 0, top: 0, width: 1280, height: 720 }
const BOX: Box = { left: 320, top: 100, width: 640, height: 500 }

test.for([
  [
    { x: 40, y: -30 },
    { left: 360, top: 70 },
  ],
  [
    { x: 0, y: -400 },
    { left: 320, top: 0 },
  ],
  // Its title can still be taken hold of.
  [
    { x: 5000, y: 5000 },
    { left: 1184, top: 680 },
  ],
  [
    { x: -5000, y: 0 },
    { left: -544, top: 100 },
  ],
] as const)('dragged by %o it is at %o', ([by, place]) => {
  expect(movedBox(BOX, by, ROOM)).toEqual({ ...BOX, ...place })
})

test.for([
  [
    { x: 60, y: 40 },
    { width: 700, height: 540 },
  ],
  [
    { x: -5000, y: -5000 },
    { width: 400, height: 300 },
  ],
  [
    { x: 5000, y: 5000 },
    { width: 960, height: 620 },
  ],
] as const)('its corner dragged by %o it is %o', ([by, size]) => {
  expect(sizedBox(BOX, by, ROOM)).toEqual({ ...BOX, ...size })
})

test('in a window that is smaller than the least size, it is as large as the window', () => {
  const room = { left: 0, top: 0, width: 360, height: 280 }
  expect(
    sizedBox({ left: 0, top: 0, width: 360, height: 280 }, { x: -200, y: -200 }, room),
  ).toEqual({ left: 0, top: 0, width: 360, height: 280 })
})
