import type { CleanCell } from './ink-cell.ts'
import { inkLevel } from './ink-cell.ts'

/** Side of the plane on which the digit is brought to one size. */
const side = 32
/** Places per row and column at which each direction is sampled. */
const zones = 5
const directions = 8
const shapeFeatures = 3

/** Numbers that describe a digit for the classifier. */
export const featureCount = directions * zones * zones + shapeFeatures

/** More slant than this is not handwriting; a 7 or a 4 must not be laid on its side. */
const mostShear = 0.55

/**
 * Describes the strokes of a cleaned box independently of where the digit stands, how large it is and
 * how much it leans: how much edge runs in each of eight directions near each of 25 places.
 *
 * Size and place come from moments, the smaller side keeps part of its proportion, and the slant is
 * sheared away; then gradients are split over their two neighbouring directions, blurred and sampled.
 *
 * @returns `featureCount` numbers of about 0 to 2, or null for a box without strokes
 * @source C.-L. Liu et al., "Handwritten digit recognition: benchmarking of state-of-the-art
 * techniques", Pattern Recognition 36 (2003)
 */
export function digitFeatures(cell: CleanCell): Float32Array | null {
  const strokes = soften(cell)
  const shape = measure(strokes, cell)
  if (!shape) return null
  const plane = normalise(strokes, cell, shape)
  const features = new Float32Array(featureCount)
  directionFeatures(plane, features)
  const at = directions * zones * zones
  features[at] = Math.min(2, shape.spreadX / shape.spreadY)
  features[at + 1] = Math.min(2, (4 * shape.spreadY) / (cell.inside?.height ?? cell.height))
  features[at + 2] = Math.min(2, shape.mass / (16 * shape.spreadX * shape.spreadY))
  return features
}

/** Strokes of any pen as 0 to 1: below the ink level nothing, at most of the pen's darkness all. */
function soften({ ink, darkness }: CleanCell): Float32Array {
  const low = inkLevel(darkness) * 0.8
  const scale = 1 / Math.max(0.1, darkness * 0.8 - low)
  const strokes = new Float32Array(ink.length)
  for (let i = 0; i < ink.length; i++) {
    const value = (ink[i]! - low) * scale
    if (value > 0) strokes[i] = value < 1 ? value : 1
  }
  return strokes
}

interface Shape {
  mass: number
  x: number
  y: number
  /** Standard deviations after the slant is taken away. */
  spreadX: number
  spreadY: number
  shear: number
}

function measure(strokes: Float32Array, { width, height }: CleanCell): Shape | null {
  let [mass, sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0, 0]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const v = strokes[at]!
      if (v === 0) continue
      mass += v
      sumX += v * x
      sumY += v * y
      xx += v * x * x
      xy += v * x * y
      yy += v * y * y
    }
  }
  if (mass < 4) return null
  const cx = sumX / mass
  const cy = sumY / mass
  xx -= mass * cx * cx
  xy -= mass * cx * cy
  yy -= mass * cy * cy
  const shear = Math.max(-mostShear, Math.min(mostShear, xy / Math.max(yy, 1e-6)))
  const straight = xx - 2 * shear * xy + shear * shear * yy
  return {
    mass,
    x: cx,
    y: cy,
    spreadX: Math.sqrt(Math.max(0.25, straight / mass)),
    spreadY: Math.sqrt(Math.max(0.25, yy / mass)),
    shear,
  }
}

/** The plane has a blank pixel all round, so that gradients need not ask where it ends. */
const stride = side + 2

/** The digit on a plane of `side` pixels within `stride`. */
function normalise(
  strokes: Float32Array,
  { width, height }: CleanCell,
  shape: Shape,
): Float32Array {
  const plane = new Float32Array(stride * stride)
  const ratio = Math.min(shape.spreadX, shape.spreadY) / Math.max(shape.spreadX, shape.spreadY)
  const narrow = Math.sqrt(Math.sin((Math.PI / 2) * ratio))
  // Four spreads hold nearly all of a digit.
  const full = side * 0.92
  const wideX = shape.spreadX >= shape.spreadY ? full : full * narrow
  const wideY = shape.spreadX >= shape.spreadY ? full * narrow : full
  const stepX = (4.2 * shape.spreadX) / wideX
  const stepY = (4.2 * shape.spreadY) / wideY
  for (let v = 0; v < side; v++) {
    const dy = (v + 0.5 - side / 2) * stepY
    const y = shape.y + dy
    const row = Math.floor(y)
    // Half a pixel beyond the box there is only paper.
    if (row < 0 || row >= height - 1) continue
    const fy = y - row
    let x = shape.x + (0.5 - side / 2) * stepX + shape.shear * dy
    for (let u = 0; u < side; u++, x += stepX) {
      const column = Math.floor(x)
      if (column < 0 || column >= width - 1) continue
      const fx = x - column
      const at = row * width + column
      const top = strokes[at]! * (1 - fx) + strokes[at + 1]! * fx
      const bottom = strokes[at + width]! * (1 - fx) + strokes[at + width + 1]! * fx
      plane[(v + 1) * stride + u + 1] = top * (1 - fy) + bottom * fy
    }
  }
  return plane
}

/** Weights with which the pixels of a row count for each of its sampling places. */
const sampling = (() => {
  const pitch = side / zones
  const sigma = (Math.SQRT2 * pitch) / Math.PI
  return Float32Array.from({ length: zones * side }, (_, i) => {
    const centre = (Math.floor(i / side) + 0.5) * pitch
    const distance = ((i % side) + 0.5 - centre) / sigma
    return Math.exp(-0.5 * distance * distance) / (sigma * Math.sqrt(2 * Math.PI))
  })
})()

function directionFeatures(plane: Float32Array, features: Float32Array): void {
  // Rows are gathered into zones as they come: one sum per direction and zone column.
  const rows = new Float32Array(directions * zones)
  for (let y = 0; y < side; y++) {
    rows.fill(0)
    for (let x = 0; x < side; x++) {
      const above = y * stride + x
      const here = above + stride
      const below = here + stride
      const diagonal = plane[below + 2]! - plane[above]!
      const other = plane[above + 2]! - plane[below]!
      const gx = (diagonal + other + 2 * (plane[here + 2]! - plane[here]!)) / 4
      const gy = (diagonal - other + 2 * (plane[below + 1]! - plane[above + 1]!)) / 4
      const square = gx * gx + gy * gy
      if (square < 1e-6) continue
      const strength = Math.sqrt(square)
      const turn = (Math.atan2(gy, gx) / (2 * Math.PI)) * directions + directions
      const first = Math.floor(turn)
      const share = turn - first
      const one = (first % directions) * zones
      const two = ((first + 1) % directions) * zones
      for (let zone = 0; zone < zones; zone++) {
        const weight = sampling[zone * side + x]! * strength
        rows[one + zone]! += weight * (1 - share)
        rows[two + zone]! += weight * share
      }
    }
    for (let zone = 0; zone < zones; zone++) {
      const weight = sampling[zone * side + y]!
      for (let i = 0; i < directions * zones; i++) features[i * zones + zone]! += rows[i]! * weight
    }
  }
  // The square root makes the spread of strong and weak edges alike.
  for (let i = 0; i < directions * zones * zones; i++) features[i] = Math.sqrt(features[i]!)
}
