import type { Gray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'
import { rectangleOnto } from '../kernels/homography.ts'
import { warpQuad } from '../kernels/warp.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import type { Point } from '../locate/paper-outline.ts'
import { findPaper } from '../locate/paper-outline.ts'
import type { PaperSize } from './proposal.ts'

/** Resolution at which a page is looked at: about 200 dpi, where a hairline is two pixels wide. */
export const workPxPerMm = 8

/** A page laid straight at the working resolution. */
export interface WorkPage extends PaperSize {
  gray: Gray
  /** Sheet millimetres to pixels of the original picture. */
  toPx: Homography
  /** Was the paper's own edge seen? */
  onPaper: boolean
}

export type Corners = readonly [Point, Point, Point, Point]

/** Papers in use, portrait; the first of two alike in proportion is the likelier. */
const papers: readonly PaperSize[] = [
  { widthMm: 210, heightMm: 297 },
  { widthMm: 195, heightMm: 270 },
  { widthMm: 216, heightMm: 279 },
]
const landscapePapers: readonly PaperSize[] = [
  { widthMm: 420, heightMm: 297 },
  { widthMm: 390, heightMm: 270 },
]
/** Proportions that differ by less are those of the paper: uneven feed and a camera's view. */
const sameProportion = 0.035

/**
 * Lays a page straight: along the paper's edge where it shows, else as the picture is.
 *
 * @param paper its size where it is known, as in a PDF; otherwise the usual one of these proportions
 * @param turn quarter turns clockwise by which the page lies turned in the picture
 */
export function straighten(gray: Gray, paper?: PaperSize, turn = 0): WorkPage {
  const white = makeWhiteMap(gray)
  const found = findPaper(gray, white)
  const right = gray.width
  const bottom = gray.height
  const seen: Corners = found ?? [
    { x: 0, y: 0 },
    { x: right, y: 0 },
    { x: right, y: bottom },
    { x: 0, y: bottom },
  ]
  const corners = seen.map((_, at) => seen[(at + turn) % 4]!) as unknown as Corners
  const turned = paper && turn % 2 === 1 ? turnedPaper(paper) : paper
  return layOn(gray, corners, turned ?? paperOf(corners), found !== null)
}

const turnedPaper = ({ widthMm, heightMm }: PaperSize): PaperSize => ({
  widthMm: heightMm,
  heightMm: widthMm,
})

/** Lays the rectangle between four points of the picture on a paper of the given size. */
export function layOn(gray: Gray, corners: Corners, paper: PaperSize, onPaper: boolean): WorkPage {
  const quad = corners.map(({ x, y }) => [x, y] as const)
  const toPx = rectangleOnto(quad, paper.widthMm, paper.heightMm)
  if (!toPx) throw new RangeError('the corners of a page lie on a line')
  const width = Math.round(paper.widthMm * workPxPerMm)
  const height = Math.round(paper.heightMm * workPxPerMm)
  return { ...paper, gray: warpQuad(gray, quad, width, height), toPx, onPaper }
}

function paperOf([a, b, c, d]: Corners): PaperSize {
  const length = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y)
  const across = (length(a, b) + length(d, c)) / 2
  const down = (length(a, d) + length(b, c)) / 2
  const proportion = across / down
  const known = across > down ? landscapePapers : papers
  const fits = known.find(
    (p) => Math.abs(Math.log(proportion / (p.widthMm / p.heightMm))) < sameProportion,
  )
  if (fits) return fits
  const widthMm = across > down * 1.2 ? 420 : 210
  return { widthMm, heightMm: Math.round(widthMm / proportion) }
}
