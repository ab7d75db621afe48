import type { CropRegion, PrintedBox, TemplatePage } from '@hengjuan/domain'
import { dotsOf, dotsPerMm } from './ink-mask.ts'
import { printedMarks } from './printed-marks.ts'

/** Where in an area the candidate's ink may be, in dots of an ink mask. */
export interface AnswerArea {
  /** For each row the stretches that carry no print: first dot, dot behind the last, and so on. */
  rows: Int32Array[]
  /** Dots across. */
  width: number
  /** What `freeDots` found, by the step of its rows. */
  freeOf: Map<number, FreeDots>
}

/** The stretches of the rows that a mask looks at, as the kernels take them. */
interface FreeDots {
  /** Of each stretch where it starts in the mask, and its length. */
  runs: Int32Array
  /** Dots in all of them. */
  count: number
}

/** Longer stretches are given to the kernels in parts. */
const longestRun = 4000

/** The free dots of a mask that looks at every n-th row, the first being row `every >> 1`. */
export function freeDots(area: AnswerArea, every: number): FreeDots {
  const free = area.freeOf.get(every) ?? findFree(area, every)
  area.freeOf.set(every, free)
  return free
}

function findFree({ rows, width }: AnswerArea, every: number): FreeDots {
  const runs: number[] = []
  let count = 0
  for (let row = every >> 1, line = 0; row < rows.length; row += every, line += width) {
    const free = rows[row]!
    for (let k = 0; k < free.length; k += 2) {
      for (let from = free[k]!; from < free[k + 1]!; from += longestRun) {
        const length = Math.min(longestRun, free[k + 1]! - from)
        runs.push(line + from, length)
        count += length
      }
    }
  }
  return { runs: Int32Array.from(runs), count }
}

/** A template's areas are the same on every sheet. */
const known = new WeakMap<TemplatePage, Map<string, AnswerArea>>()

export function answerArea(page: TemplatePage, region: CropRegion): AnswerArea {
  const ofPage = known.get(page) ?? new Map<string, AnswerArea>()
  known.set(page, ofPage)
  const area = ofPage.get(region.id) ?? withoutPrint(region, printedMarks(page, region))
  ofPage.set(region.id, area)
  return area
}

function withoutPrint(region: CropRegion, printed: readonly PrintedBox[]): AnswerArea {
  const width = dotsOf(region.widthMm)
  const height = dotsOf(region.heightMm)
  const isFree = new Uint8Array(width * height).fill(1)
  for (const { xMm, yMm, widthMm, heightMm } of printed) {
    const left = Math.max(0, Math.floor(xMm * dotsPerMm))
    const right = Math.min(width, Math.ceil((xMm + widthMm) * dotsPerMm))
    const bottom = Math.min(height, Math.ceil((yMm + heightMm) * dotsPerMm))
    if (left >= right) continue
    for (let y = Math.max(0, Math.floor(yMm * dotsPerMm)); y < bottom; y++) {
      isFree.fill(0, y * width + left, y * width + right)
    }
  }
  const rows = Array.from({ length: height }, (_, y) =>
    stretches(isFree.subarray(y * width, (y + 1) * width)),
  )
  return { rows, width, freeOf: new Map() }
}

function stretches(isFree: Uint8Array): Int32Array {
  const found: number[] = []
  for (let x = isFree.indexOf(1); x >= 0; x = isFree.indexOf(1, x)) {
    const end = isFree.indexOf(0, x)
    found.push(x, end < 0 ? isFree.length : end)
    if (end < 0) break
    x = end
  }
  return Int32Array.from(found)
}
