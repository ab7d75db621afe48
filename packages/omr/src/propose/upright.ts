import { classify, trainedNetwork } from '../digits/digit-classifier.ts'
import { digitFeatures } from '../digits/digit-features.ts'
import type { Blob } from '../kernels/components.ts'
import { rotateGray } from '../kernels/gray.ts'
import type { PageInk } from './page-ink.ts'
import { workPxPerMm } from './work-page.ts'

/** Quarter turns, clockwise, by which a page lies turned: 1 has its top at the right of the picture. */
type Turn = 0 | 1 | 2 | 3

/** Printed digits are so high, on a page whose scale is not known yet. */
const heightPx = { least: 1.1 * workPxPerMm, most: 4.5 * workPxPerMm }
/** So many signs, spread over the page, say enough. */
const mostSigns = 400
const surely = 0.9
/** Digits that are no digit when they lie on their side. */
const sided = new Set([2, 3, 4, 5, 6, 7, 9])
/** Digits that are no digit upside down: a 6 is a 9, a 2 is a 2. */
const headed = new Set([3, 4, 7])
/** Digits of a page on its side outnumber what else looks like digits by this; else it is taken to stand. */
const clearly = 2.5
const leastDigits = 8
/** Letters have more of digits upside down than on their side: only so many leave no doubt about the head. */
const undoubted = 8

/** How a page lies, as its printed digits tell. */
interface SeenTurn {
  turn: Turn
  /** May it as well lie the other way up? */
  isHeadDoubtful: boolean
}

/**
 * Tells by the printed digits whether a page is turned: every sheet numbers its questions, and digits are read
 * in one direction only. Not turned where too few are seen to tell.
 */
export function turnOf(ink: PageInk): SeenTurn {
  const blobs = ink.views[1]!.dark.filter(mayBeDigit)
  const step = Math.max(1, Math.ceil(blobs.length / mostSigns))
  const sample = blobs.filter((_, at) => at % step === 0)
  // Read after that many quarter turns clockwise.
  const bySide = [0, 0, 0, 0]
  const byHead = [0, 0, 0, 0]
  for (const blob of sample) {
    for (const turn of [0, 1, 2, 3]) {
      const digit = digitOf(ink, blob, turn)
      if (digit === null) continue
      if (sided.has(digit)) bySide[turn] = bySide[turn]! + 1
      if (headed.has(digit)) byHead[turn] = byHead[turn]! + 1
    }
  }
  const [up, right, down, left] = bySide as [number, number, number, number]
  const isOnSide = right + left > clearly * (up + down) && right + left >= leastDigits
  const [one, other] = isOnSide ? [byHead[1]!, byHead[3]!] : [byHead[0]!, byHead[2]!]
  const isClear = Math.max(one, other) > undoubted * Math.min(one, other)
  const isDoubtful = !isClear || Math.max(one, other) < leastDigits
  // A page on its side is turned in any case; one that stands is turned only for good reason.
  const isOver = other > one && (isOnSide || !isDoubtful)
  const righting = (isOnSide ? 1 : 0) + (isOver ? 2 : 0)
  // A page that one turn clockwise sets upright was turned three times.
  return { turn: ((4 - righting) % 4) as Turn, isHeadDoubtful: isDoubtful }
}

function mayBeDigit({ left, right, top, bottom, area }: Blob): boolean {
  const [width, height] = [right - left, bottom - top]
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  if (long < heightPx.least || long > heightPx.most) return false
  return short > 0.3 * long && short < 0.95 * long && area > 0.15 * width * height
}

/** The digit that a sign is after some quarter turns; null where it is none for sure. */
function digitOf({ strokes }: PageInk, blob: Blob, turn: number): number | null {
  const [wide, high] = [blob.right - blob.left, blob.bottom - blob.top]
  const isTall = turn % 2 === 0 ? high > wide : wide > high
  if (!isTall) return null
  const margin = Math.round(0.3 * Math.max(wide, high))
  const [width, height] = [wide + 2 * margin, high + 2 * margin]
  const data = new Uint8Array(width * height)
  let darkest = 1
  for (let y = blob.top; y < blob.bottom; y++) {
    for (let x = blob.left; x < blob.right; x++) {
      const value = strokes.data[y * strokes.width + x]!
      data[(y - blob.top + margin) * width + x - blob.left + margin] = value
      darkest = Math.max(darkest, value)
    }
  }
  const turned = rotateGray({ data, width, height }, (turn * 90) as 0 | 90 | 180 | 270)
  const features = digitFeatures({
    ink: Float32Array.from(turned.data, (value) => value / darkest),
    width: turned.width,
    height: turned.height,
    pxPerMm: workPxPerMm,
    darkness: 0.9,
    areaMm2: blob.area / workPxPerMm ** 2,
    isCut: false,
  })
  if (!features) return null
  const chances = classify(trainedNetwork(), features)
  const best = chances.indexOf(Math.max(...chances))
  return chances[best]! > surely && best < 10 ? best : null
}
