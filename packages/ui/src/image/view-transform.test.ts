import { expect, test } from 'vitest'
import {
  chosenView,
  fitAgain,
  fitOf,
  fitPage,
  fitWidth,
  fitWidthAgain,
  imagePoint,
  MAX_SCALE,
  moved,
  readOn,
  type Rotation,
  rotatedRect,
  settle,
  showRect,
  turn,
  turnFitted,
  type View,
  zoomAt,
} from './view-transform.ts'

const image = { width: 1600, height: 2200 }
const window = { width: 800, height: 600 }
const rotations: Rotation[] = [0, 90, 180, 270]

test.for(rotations)(
  'the image pixel under the pointer stays there while zooming (%i°)',
  (rotation) => {
    const view: View = { scale: 0.7, x: -120, y: -340, rotation }
    const pointer = { x: 333, y: 222 }
    const before = imagePoint(view, image, pointer)
    const after = imagePoint(zoomAt(view, 1.37, pointer), image, pointer)
    expect(after.x).toBeCloseTo(before.x, 6)
    expect(after.y).toBeCloseTo(before.y, 6)
  },
)

test('zooming stops at the largest scale without drifting', () => {
  const view: View = { scale: MAX_SCALE, x: -50, y: -60, rotation: 0 }
  expect(zoomAt(view, 2, { x: 10, y: 10 })).toEqual(view)
})

test('fit width leaves the same margin left and right and starts at the top', () => {
  const view = fitWidth(image, window, 0)
  expect(view.x).toBeCloseTo(8, 6)
  expect(window.width - (view.x + image.width * view.scale)).toBeCloseTo(8, 6)
  expect(view.y).toBeLessThanOrEqual(8)
  expect(view.y).toBeGreaterThanOrEqual(0)
})

test.for(rotations)('fit page shows every corner (%i°)', (rotation) => {
  const view = fitPage(image, window, rotation)
  for (const corner of [
    { x: 0, y: 0 },
    { x: window.width, y: window.height },
  ]) {
    const { x, y } = imagePoint(view, image, corner)
    expect(x < 0 || x > image.width || y < 0 || y > image.height).toBe(true)
  }
})

test.for(rotations)('a shown region is in the middle of the window (%i°)', (rotation) => {
  const rect = { x: 700, y: 1000, width: 200, height: 120 }
  const view = showRect(rect, image, window, rotation)
  const middle = imagePoint(view, image, { x: window.width / 2, y: window.height / 2 })
  expect(middle.x).toBeCloseTo(800, 3)
  expect(middle.y).toBeCloseTo(1060, 3)
})

test('four quarter turns bring the picture back', () => {
  const start = settle({ scale: 1, x: -300, y: -500, rotation: 0 }, image, window)
  const end = [0, 1, 2, 3].reduce((view) => turn(view, image, window), start)
  expect(end.rotation).toBe(0)
  expect(end.x).toBeCloseTo(start.x, 6)
  expect(end.y).toBeCloseTo(start.y, 6)
})

test('a rectangle turned four times by 90° is itself', () => {
  const rect = { x: 10, y: 20, width: 30, height: 40 }
  const once = rotatedRect(rect, image, 90)
  const turned = { width: image.height, height: image.width }
  expect(rotatedRect(once, turned, 270)).toEqual(rect)
})

test('whoever reads on to the end begins the next image where this one was begun', () => {
  const start = fitWidth(image, window, 0)
  const pages = Array.from({ length: 9 })
  const end = pages.reduce<View>((view) => readOn(view, 320, image, window), start)
  expect(end.y).toBeCloseTo(window.height - image.height * start.scale, 6)
  expect(chosenView(end)).toEqual({ ...start, y: expect.closeTo(start.y, 6) })
  const back = readOn(end, -320, image, window)
  expect(back.y).toBeCloseTo(end.y + 320, 6)
  expect(chosenView(back).y).toBeCloseTo(start.y, 6)
})

test('in a window of another width the same line stays at the top', () => {
  const read = readOn(fitWidth(image, window, 0), 320, image, window)
  const narrow = { width: 640, height: 600 }
  const view = fitWidthAgain(read, image, narrow)
  const { scale, x } = fitWidth(image, narrow, 0)
  expect(view).toMatchObject({ scale, x })
  expect(imagePoint(view, image, { x: 0, y: 0 }).y).toBeCloseTo(
    imagePoint(read, image, { x: 0, y: 0 }).y,
    6,
  )
  expect(imagePoint(chosenView(view), image, { x: 0, y: 0 }).y).toBeCloseTo(
    imagePoint(chosenView(read), image, { x: 0, y: 0 }).y,
    6,
  )
})

test('an image cannot be dragged out of reach', () => {
  const view = settle({ scale: 1, x: 5000, y: -9000, rotation: 0 }, image, window)
  expect(view).toMatchObject({ x: 0, y: window.height - image.height })
})

test.for(rotations)('two fingers keep hold of what is under them (%i°)', (rotation) => {
  const view: View = { scale: 0.7, x: -120, y: -340, rotation }
  const corner = { x: 40, y: 30 }
  const inWindow = ({ x, y }: { x: number; y: number }) => ({ x: x - corner.x, y: y - corner.y })
  const before = [
    { x: 200, y: 300 },
    { x: 400, y: 300 },
  ] as const
  const after = [
    { x: 150, y: 340 },
    { x: 450, y: 340 },
  ] as const
  const next = moved(view, before, after, corner)
  expect(next.scale).toBeCloseTo(0.7 * 1.5, 6)
  for (const finger of [0, 1] as const) {
    const held = imagePoint(view, image, inWindow(before[finger]))
    const holds = imagePoint(next, image, inWindow(after[finger]))
    expect(holds.x).toBeCloseTo(held.x, 6)
    expect(holds.y).toBeCloseTo(held.y, 6)
  }
})

test('one finger moves the paper without zoom', () => {
  const view: View = { scale: 0.7, x: -120, y: -340, rotation: 0 }
  const next = moved(view, [{ x: 10, y: 20 }], [{ x: 15, y: 12 }], { x: 0, y: 0 })
  expect(next).toEqual({ ...view, x: -115, y: -348 })
})

test.each([
  ['a wide strip after a tall answer', { width: 900, height: 3600 }, { width: 3200, height: 200 }],
  ['a tall answer after a small one', { width: 120, height: 40 }, { width: 900, height: 3600 }],
])('what was fitted is fitted again: %s', (_name, before, after) => {
  for (const rotation of rotations) {
    const wide = fitWidth(before, window, rotation)
    expect(fitOf(wide, before, window)).toBe('width')
    expect(fitAgain('width', { ...wide, y: 0 }, after, window)).toMatchObject(
      settle({ ...fitWidth(after, window, rotation), y: 0 }, after, window),
    )
    const whole = fitPage(before, window, rotation)
    expect(fitOf(whole, before, window, 'page')).toBe('page')
    expect(fitAgain('page', whole, after, window)).toEqual(fitPage(after, window, rotation))
  }
})

test('a view that somebody chose is fitted to nothing, and one that was moved up stays as wide', () => {
  expect(fitOf({ scale: 0.7, x: -120, y: -340, rotation: 0 }, image, window)).toBeNull()
  const wide = fitWidth(image, window, 0)
  expect(fitOf({ ...wide, y: -300 }, image, window)).toBe('width')
})

test('a crop that lies on its side is as wide as the window, or whole in it, once it is turned', () => {
  const wide = fitWidth(image, window, 0)
  expect(turnFitted(wide, image, window)).toEqual(fitWidth(image, window, 90))
  const whole = fitPage(image, window, 0)
  expect(turnFitted(whole, image, window)).toEqual(fitPage(image, window, 90))
  const chosen: View = { scale: 0.7, x: -120, y: -340, rotation: 0 }
  expect(turnFitted(chosen, image, window)).toEqual(turn(chosen, image, window))
})
