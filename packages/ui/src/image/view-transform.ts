/** Points and sizes of the viewer's window, in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** A place in the window, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** A rectangle on the image, in image pixels, before rotation. */
export interface ImageRect extends Size {
  x: number
  y: number
}

export type Rotation = 0 | 90 | 180 | 270

/**
 * How an image is looked at: `scale` screen pixels per image pixel; `x`, `y` where the top left corner
 * of the rotated image stands in the window.
 */
export interface View {
  scale: number
  x: number
  y: number
  rotation: Rotation
  /** How far of `y` the image was only read on, downwards negative: the next image begins without it. */
  readY?: number
}

export const MIN_SCALE = 0.05
export const MAX_SCALE = 8
/** Kept free around an image that fits, in CSS pixels. */
const MARGIN = 8

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The size of the image once turned. */
export const rotatedSize = (image: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? image : { width: image.height, height: image.width }

/** Keeps the image in reach: centred along an axis on which it fits, without a gap on one where it does not. */
export function settle(view: View, image: Size, window: Size): View {
  const { width, height } = rotatedSize(image, view.rotation)
  const along = (offset: number, length: number, room: number) => {
    const spare = room - length * view.scale
    return spare >= 0 ? spare / 2 : clamp(offset, spare, 0)
  }
  return {
    ...view,
    x: along(view.x, width, window.width),
    y: along(view.y, height, window.height),
  }
}

/** Zooms by a factor; what is under `point` (window pixels) stays under it. */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = clamp(view.scale * factor, MIN_SCALE, MAX_SCALE)
  const ratio = scale / view.scale
  return {
    ...view,
    scale,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  }
}

/**
 * Fingers hold the paper: one moves it, two turn their distance into zoom about the place between them.
 * More than two do as the first two.
 *
 * @param before where the pointers were, at least one
 * @param after where the same pointers are, in the same order
 * @param corner the window's own top left corner, in the coordinates of the pointers
 */
export function moved(
  view: View,
  before: readonly Point[],
  after: readonly Point[],
  corner: Point,
): View {
  const from = spanOf(before)
  const to = spanOf(after)
  const panned = { ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y }
  if (from.length < 1 || to.length < 1) return panned
  return zoomAt(panned, to.length / from.length, { x: to.x - corner.x, y: to.y - corner.y })
}

/** The middle of the first two points, and how far apart they are; of one point, itself. */
function spanOf([first = { x: 0, y: 0 }, second = first]: readonly Point[]) {
  return {
    x: (first.x + second.x) / 2,
    y: (first.y + second.y) / 2,
    length: Math.hypot(second.x - first.x, second.y - first.y),
  }
}

/** The whole width in the window, from the top; never enlarged beyond `maxScale`. */
export function fitWidth(image: Size, window: Size, rotation: Rotation, maxScale = 2): View {
  const { width } = rotatedSize(image, rotation)
  const scale = clamp((window.width - 2 * MARGIN) / width, MIN_SCALE, maxScale)
  return settle({ scale, x: MARGIN, y: MARGIN, rotation }, image, window)
}

/** The whole image in the window. */
export function fitPage(image: Size, window: Size, rotation: Rotation): View {
  const { width, height } = rotatedSize(image, rotation)
  const scale = clamp(
    Math.min((window.width - 2 * MARGIN) / width, (window.height - 2 * MARGIN) / height),
    MIN_SCALE,
    MAX_SCALE,
  )
  return settle({ scale, x: 0, y: 0, rotation }, image, window)
}

/** Reads on by window pixels, downwards positive. Where the next image begins stays as it was chosen. */
export function readOn(view: View, pixels: number, image: Size, window: Size): View {
  const next = settle({ ...view, y: view.y - pixels }, image, window)
  return { ...next, readY: (view.readY ?? 0) + next.y - view.y }
}

/** What was chosen for the image, without how far it was read on. */
export function chosenView({ readY = 0, ...view }: View): View {
  return { ...view, y: view.y - readY }
}

/** As wide in its new window as it was in the one before, with the same line of the image at the top. */
export function fitWidthAgain(view: View, image: Size, window: Size): View {
  const fitted = fitWidth(image, window, view.rotation)
  const ratio = fitted.scale / view.scale
  return settle(
    { ...view, ...fitted, y: view.y * ratio, readY: (view.readY ?? 0) * ratio },
    image,
    window,
  )
}

/** The rectangle in the middle of the window, with some paper around it. */
export function showRect(rect: ImageRect, image: Size, window: Size, rotation: Rotation): View {
  const seen = rotatedRect(rect, image, rotation)
  const around = 1.6
  const scale = clamp(
    Math.min(window.width / (seen.width * around), window.height / (seen.height * around)),
    MIN_SCALE,
    2,
  )
  const x = window.width / 2 - (seen.x + seen.width / 2) * scale
  const y = window.height / 2 - (seen.y + seen.height / 2) * scale
  return settle({ scale, x, y, rotation }, image, window)
}

/** What an image may be fitted to. */
export type Fit = 'width' | 'page'

/** Closer than this, nobody sees a difference; pixels of the window. */
const SAME_PX = 1

export const isSameView = (one: View, other: View, px = SAME_PX, share = 0.001): boolean =>
  Math.abs(one.scale / other.scale - 1) < share &&
  Math.abs(one.x - other.x) < px &&
  Math.abs(one.y - other.y) < px

/**
 * What a view is fitted to; null where it is as somebody chose it. One as wide as its window is, however far it was
 * moved up.
 *
 * @param first what counts where it is fitted to both
 */
export function fitOf(view: View, image: Size, window: Size, first: Fit = 'width'): Fit | null {
  const wide = fitWidth(image, window, view.rotation)
  const isWide = isSameView({ ...view, y: wide.y }, wide)
  const isWhole = isSameView(view, fitPage(image, window, view.rotation))
  if (isWide && isWhole) return first
  return isWide ? 'width' : isWhole ? 'page' : null
}

/** Another image, or the same in another window, fitted as the one before was; at the same line where it is as wide. */
export const fitAgain = (fit: Fit, view: View, image: Size, window: Size): View =>
  fit === 'width' ? fitWidthAgain(view, image, window) : fitPage(image, window, view.rotation)

/** A quarter turn clockwise. What was fitted to the window is fitted to it again. */
export function turnFitted(view: View, image: Size, window: Size, first?: Fit): View {
  const fit = fitOf(view, image, window, first)
  const turned = turn(view, image, window)
  if (fit === null) return turned
  return (fit === 'width' ? fitWidth : fitPage)(image, window, turned.rotation)
}

/** A quarter turn clockwise about the middle of the window. */
export function turn(view: View, image: Size, window: Size): View {
  const centre = imagePoint(view, image, { x: window.width / 2, y: window.height / 2 })
  const rotation = ((view.rotation + 90) % 360) as Rotation
  const there = rotatedRect({ ...centre, width: 0, height: 0 }, image, rotation)
  return settle(
    {
      ...view,
      rotation,
      x: window.width / 2 - there.x * view.scale,
      y: window.height / 2 - there.y * view.scale,
    },
    image,
    window,
  )
}

/** Where a rectangle of the image lies once the image is turned. */
export function rotatedRect(rect: ImageRect, image: Size, rotation: Rotation): ImageRect {
  const { x, y, width, height } = rect
  switch (rotation) {
    case 0:
      return rect
    case 90:
      return { x: image.height - y - height, y: x, width: height, height: width }
    case 180:
      return { x: image.width - x - width, y: image.height - y - height, width, height }
    case 270:
      return { x: y, y: image.width - x - width, width: height, height: width }
  }
}

/** The image pixel under a point of the window. */
export function imagePoint(
  view: View,
  image: Size,
  point: { x: number; y: number },
): { x: number; y: number } {
  const u = (point.x - view.x) / view.scale
  const v = (point.y - view.y) / view.scale
  switch (view.rotation) {
    case 0:
      return { x: u, y: v }
    case 90:
      return { x: v, y: image.height - u }
    case 180:
      return { x: image.width - u, y: image.height - v }
    case 270:
      return { x: image.width - v, y: u }
  }
}

/** CSS transform of the layer that holds the image, about its top left corner. */
export function cssTransform(view: View, image: Size): string {
  const turned: Record<Rotation, string> = {
    0: '',
    90: ` translate(${image.height}px, 0) rotate(90deg)`,
    180: ` translate(${image.width}px, ${image.height}px) rotate(180deg)`,
    270: ` translate(0, ${image.width}px) rotate(270deg)`,
  }
  return `translate(${view.x}px, ${view.y}px) scale(${view.scale})${turned[view.rotation]}`
}
