import type { Gray } from '../../kernels/gray.ts'
import type { Homography } from '../../kernels/homography.ts'
import { fitHomography, project } from '../../kernels/homography.ts'
import { randomFrom } from '../../testing/random.ts'

/** Troubles of paper, feeder and camera, done to a picture that is already scanned. */

/** Where a pixel of the damaged picture came from. */
type Source = (x: number, y: number) => { x: number; y: number }

/** Draws a picture anew from another, bilinear; `beyond` is the grey outside the old one. */
export function remap(
  gray: Gray,
  source: Source,
  size: { width: number; height: number } = gray,
  beyond = 255,
): Gray {
  const { width, height } = size
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = source(x, y)
      data[y * width + x] = sampleAt(gray, from.x, from.y, beyond)
    }
  }
  return { data, width, height }
}

function sampleAt(gray: Gray, x: number, y: number, beyond: number): number {
  const { data, width, height } = gray
  if (x <= -0.5 || y <= -0.5 || x >= width - 0.5 || y >= height - 0.5) return beyond
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const u = Math.max(0, Math.min(1, x - left))
  const v = Math.max(0, Math.min(1, y - top))
  const p = top * width + left
  const above = data[p]! * (1 - u) + data[p + 1]! * u
  const below = data[p + width]! * (1 - u) + data[p + width + 1]! * u
  return above * (1 - v) + below * v + 0.5
}

/** Changes every pixel by itself. */
export function recolour(gray: Gray, to: (value: number, x: number, y: number) => number): Gray {
  const data = new Uint8Array(gray.data.length)
  for (let y = 0; y < gray.height; y++) {
    for (let x = 0; x < gray.width; x++) {
      const at = y * gray.width + x
      data[at] = Math.max(0, Math.min(255, to(gray.data[at]!, x, y)))
    }
  }
  return { ...gray, data }
}

export const fadeTo = (gray: Gray, contrast: number) =>
  recolour(gray, (v) => 255 - (255 - v) * contrast)

export const greyPaper = (gray: Gray, level: number) => recolour(gray, (v) => v * level)

export const lightFalling = (gray: Gray, least: number) =>
  recolour(gray, (v, x) => v * (1 - (1 - least) * (x / gray.width)))

/** A soft-edged shadow across one corner, as of a phone above the paper. */
export const shadow = (gray: Gray, depth: number) =>
  recolour(gray, (v, x, y) => {
    const edge = (x / gray.width + y / gray.height - 0.8) * 8
    return v * (1 - depth / (1 + Math.exp(-edge)))
  })

export function bilevel(gray: Gray, level = 140): Gray {
  return recolour(gray, (v) => (v < level ? 0 : 255))
}

const bayer = [
  [0, 8, 2, 10],
  [12, 4, 14, 6],
  [3, 11, 1, 9],
  [15, 7, 13, 5],
]

export const dithered = (gray: Gray) =>
  recolour(gray, (v, x, y) => (v > ((bayer[y & 3]![x & 3]! + 0.5) / 16) * 255 ? 255 : 0))

export function saltAndPepper(gray: Gray, share: number, seed = 3): Gray {
  const random = randomFrom(seed)
  return recolour(gray, (v) => (random() < share ? (random() < 0.5 ? 0 : 255) : v))
}

/** Gaussian blur, sigma in pixels. */
export function blurred(gray: Gray, sigma: number): Gray {
  const reach = Math.ceil(sigma * 3)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / sigma) ** 2),
  )
  const sum = kernel.reduce((a, b) => a + b, 0)
  const pass = (from: Uint8Array, along: 1 | 0) => {
    const out = new Uint8Array(from.length)
    for (let y = 0; y < gray.height; y++) {
      for (let x = 0; x < gray.width; x++) {
        let value = 0
        for (let k = -reach; k <= reach; k++) {
          const px = along ? Math.max(0, Math.min(gray.width - 1, x + k)) : x
          const py = along ? y : Math.max(0, Math.min(gray.height - 1, y + k))
          value += kernel[k + reach]! * from[py * gray.width + px]!
        }
        out[y * gray.width + x] = value / sum + 0.5
      }
    }
    return out
  }
  return { ...gray, data: pass(pass(gray.data, 1), 0) }
}

/** Turned clockwise about its middle by any angle, on a bed as large as the turned picture. */
export function turned(gray: Gray, degrees: number, beyond = 255, crop = false): Gray {
  const t = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(t), Math.sin(t)]
  const grow = crop ? 0 : 1
  const width = Math.round(gray.width + grow * Math.abs(sin) * gray.height)
  const height = Math.round(gray.height + grow * Math.abs(sin) * gray.width)
  const source: Source = (x, y) => {
    const dx = x - width / 2
    const dy = y - height / 2
    return { x: gray.width / 2 + cos * dx + sin * dy, y: gray.height / 2 - sin * dx + cos * dy }
  }
  return remap(gray, source, { width, height }, beyond)
}

/** The same page, smaller or larger, in a picture of the same size. */
export const scaled = (gray: Gray, factor: number) =>
  remap(gray, (x, y) => ({
    x: gray.width / 2 + (x - gray.width / 2) / factor,
    y: gray.height / 2 + (y - gray.height / 2) / factor,
  }))

/** Half the resolution: means of 2 x 2 pixels. */
export function halved(gray: Gray): Gray {
  const size = { width: gray.width >> 1, height: gray.height >> 1 }
  return remap(gray, (x, y) => ({ x: 2 * x + 0.5, y: 2 * y + 0.5 }), size)
}

/** Seen from below: the upper edge is shorter by `share`. */
export function inPerspective(gray: Gray, share: number, beyond = 255): Gray {
  const [w, h] = [gray.width, gray.height]
  const inset = (w * share) / 2
  const back = fitHomography([
    { from: { x: inset, y: h * share * 0.5 }, to: { x: 0, y: 0 } },
    { from: { x: w - inset, y: h * share * 0.5 }, to: { x: w, y: 0 } },
    { from: { x: w, y: h }, to: { x: w, y: h } },
    { from: { x: 0, y: h }, to: { x: 0, y: h } },
  ])!
  return remap(gray, (x, y) => project(back, x, y), gray, beyond)
}

/** A sheet that bulges: rows are narrower towards the top, though not as a flat sheet's would be. */
export const bulging = (gray: Gray, share: number, beyond = 255) =>
  remap(
    gray,
    (x, y) => {
      const w = 1 - share * (1 - y / gray.height)
      return { x: gray.width / 2 + (x - gray.width / 2) / w, y }
    },
    gray,
    beyond,
  )

/** The lower half is fed slower, so that it comes out longer. */
export const lowerHalfSlower = (gray: Gray, share: number) =>
  remap(gray, (x, y) => {
    const half = gray.height / 2
    return { x, y: y < half ? y : half + (y - half) / (1 + share) }
  })

/** The feed runs to and fro: displacement in pixels, period as a share of the page. */
export const slipping = (gray: Gray, amplitudePx: number, period: number, across = false) =>
  remap(gray, (x, y) =>
    across
      ? { x: x + amplitudePx * Math.sin((2 * Math.PI * x) / (period * gray.width)), y }
      : { x, y: y + amplitudePx * Math.sin((2 * Math.PI * y) / (period * gray.height)) },
  )

/** Every line shows what lies so many pixels further down. */
export function slippedBy(gray: Gray, shiftPx: (yPx: number) => number): Gray {
  const { data: from, width, height } = gray
  const data = new Uint8Array(from.length)
  for (let y = 0; y < height; y++) {
    const at = y + shiftPx(y)
    if (at <= -0.5 || at >= height - 0.5) {
      data.fill(255, y * width, (y + 1) * width)
      continue
    }
    const top = Math.max(0, Math.min(height - 2, Math.floor(at)))
    const v = Math.max(0, Math.min(1, at - top))
    for (let x = 0; x < width; x++) {
      const p = top * width + x
      data[y * width + x] = from[p]! * (1 - v) + from[p + width]! * v + 0.5
    }
  }
  return { data, width, height }
}

/** Paints a shape of sheet millimetres in one grey. */
export function painted(
  gray: Gray,
  toPx: Homography,
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  grey: number,
  shape: 'rect' | 'disc' = 'rect',
): Gray {
  const data = Uint8Array.from(gray.data)
  const step = 0.06
  for (let dy = -box.heightMm / 2; dy <= box.heightMm / 2; dy += step) {
    for (let dx = -box.widthMm / 2; dx <= box.widthMm / 2; dx += step) {
      if (shape === 'disc' && Math.hypot(dx / box.widthMm, dy / box.heightMm) > 0.5) continue
      const at = project(toPx, box.xMm + dx, box.yMm + dy)
      const x = Math.round(at.x)
      const y = Math.round(at.y)
      if (x >= 0 && y >= 0 && x < gray.width && y < gray.height) data[y * gray.width + x] = grey
    }
  }
  return { ...gray, data }
}

/** A triangle of the picture's corner folded over: the background shows, then the paper's back. */
export function folded(gray: Gray, corner: 'TL' | 'TR' | 'BR' | 'BL', px: number, beyond = 255) {
  return recolour(gray, (v, x, y) => {
    const fromX = corner[1] === 'L' ? x : gray.width - 1 - x
    const fromY = corner[0] === 'T' ? y : gray.height - 1 - y
    if (fromX + fromY < px) return beyond
    return fromX < px && fromY < px ? 238 : v
  })
}

/** A vertical line over the whole page. */
export const streaked = (gray: Gray, x: number, width: number, grey = 40) =>
  recolour(gray, (v, px) => (px >= x && px < x + width ? Math.min(v, grey) : v))

/** Cuts off strips: left, top, right, bottom, in pixels. */
export function clipped(gray: Gray, [left, top, right, bottom]: [number, number, number, number]) {
  const size = { width: gray.width - left - right, height: gray.height - top - bottom }
  return remap(gray, (x, y) => ({ x: x + left, y: y + top }), size)
}
