import { classify, trainedNetwork } from '../digits/digit-classifier.ts'
import { digitFeatures } from '../digits/digit-features.ts'
import type { Blob } from '../kernels/components.ts'
import type { PageInk } from './page-ink.ts'
import { workPxPerMm } from './work-page.ts'

/** Where the number of a question is looked for; pixels of the working page. */
export interface NumberArea {
  left: number
  top: number
  right: number
  bottom: number
}

/** A first number, and how surely it was read: 0 to 1. */
export interface FirstNumber {
  first: number
  confidence: number
}

const digitHeight = { least: 1 * workPxPerMm, most: 5 * workPxPerMm }
/** Highest number that a question has. */
const mostQuestions = 200
/** A missing or superfluous digit counts as much as a digit read with this probability. */
const oddDigit = Math.log(0.004)
/** No digit is surer than this: print is not the handwriting that the network knows. */
const leastChance = 0.004
/** The best beginning must beat the next by this, on the mean of the questions. */
const clearLead = 0.9

/**
 * Reads the number of the first of several questions that are numbered one after another: a digit that is
 * illegible in one is made up for by the others.
 *
 * @param areas where the numbers are printed, in order
 */
export function firstNumber(ink: PageInk, areas: readonly NumberArea[]): FirstNumber | null {
  const seen = areas.map((area) => digitsIn(ink, area))
  const legible = seen.filter((digits) => digits.length > 0 && digits.length <= 3)
  if (legible.length < 0.6 * areas.length) return null
  const scores: number[] = []
  for (let first = 1; first + areas.length - 1 <= mostQuestions; first++) {
    const sum = seen.reduce((total, digits, i) => total + likelihood(digits, first + i), 0)
    scores.push(sum / areas.length)
  }
  const best = scores.indexOf(Math.max(...scores))
  const next = Math.max(...scores.filter((_, i) => i !== best))
  const lead = scores[best]! - next
  if (lead < clearLead * 0.5 || scores[best]! < oddDigit * 1.2) return null
  return { first: best + 1, confidence: Math.min(0.97, 0.6 + 0.3 * (lead / clearLead)) }
}

function likelihood(digits: readonly Float32Array[], number: number): number {
  const text = String(number)
  const missing = Math.abs(digits.length - text.length)
  // Leading zeros are printed on some sheets.
  const padded = digits.length > text.length ? text.padStart(digits.length, '0') : text
  let sum = padded === text ? missing * oddDigit : Math.min(1, missing) * oddDigit * 0.1
  const shift = padded.length - digits.length
  digits.forEach((chances, i) => {
    sum += Math.log(Math.max(leastChance, chances[Number(padded[i + shift])]!))
  })
  return sum
}

/** Chances of the digits in an area, those nearest to its right end, from left to right. */
function digitsIn(ink: PageInk, area: NumberArea): Float32Array[] {
  const blobs = ink.views[1]!.dark.filter((b) => {
    const height = b.bottom - b.top
    if (height < digitHeight.least || height > digitHeight.most) return false
    if (b.right - b.left > 1.2 * height) return false
    const y = (b.top + b.bottom) / 2
    return b.left >= area.left && b.right <= area.right && y > area.top && y < area.bottom
  }).sort((a, b) => b.right - a.right)
  const word: Blob[] = []
  for (const blob of blobs) {
    const last = word.at(-1)
    const height = blob.bottom - blob.top
    if (last && last.left - blob.right > 0.6 * height) break
    if (last && Math.abs(last.bottom - blob.bottom) > 0.3 * height) continue
    word.push(blob)
  }
  return word.reverse().map((blob) => chancesOf(ink, blob))
}

function chancesOf({ strokes }: PageInk, blob: Blob): Float32Array {
  const margin = Math.round(0.3 * (blob.bottom - blob.top))
  const left = blob.left - margin
  const top = blob.top - margin
  const width = blob.right - blob.left + 2 * margin
  const height = blob.bottom - blob.top + 2 * margin
  const values = new Float32Array(width * height)
  let darkest = 1
  for (let y = blob.top; y < blob.bottom; y++) {
    for (let x = blob.left; x < blob.right; x++) {
      const value = strokes.data[y * strokes.width + x]!
      values[(y - top) * width + x - left] = value
      darkest = Math.max(darkest, value)
    }
  }
  const features = digitFeatures({
    ink: values.map((value) => value / darkest),
    width,
    height,
    pxPerMm: workPxPerMm,
    darkness: 0.9,
    areaMm2: blob.area / workPxPerMm ** 2,
    isCut: false,
  })
  return features ? classify(trainedNetwork(), features) : new Float32Array(11)
}
