import type { TemplatePage } from '@hengjuan/domain'
import { fitBubbles } from '../importers/fit-bubbles.ts'
import type { Gray } from '../kernels/gray.ts'
import { fitHomography, project } from '../kernels/homography.ts'
import type { Mark } from './anchors.ts'
import { cornerMarks, marksOf, proposeAnchors } from './anchors.ts'
import type { Grid } from './grid.ts'
import { boxOf, extended, gridsOf, withoutOverlaps } from './grid.ts'
import { joined } from './join-grids.ts'
import { withHiddenEnds } from './hidden-ends.ts'
import { nameGroups } from './group-fields.ts'
import type { Group } from './groups.ts'
import { columnsApart, groupOf } from './groups.ts'
import { findLattices } from './lattice.ts'
import type { PageInk } from './page-ink.ts'
import { seeInk } from './page-ink.ts'
import type { PageProposal, PaperSize } from './proposal.ts'
import { proposeRegions } from './regions.ts'
import type { Shape } from './shapes.ts'
import { bubbleShapes } from './shapes.ts'
import { signGrids } from './sign-grids.ts'
import { singleBoxes } from './single-boxes.ts'
import { turnOf } from './upright.ts'
import type { Corners, WorkPage } from './work-page.ts'
import { layOn, straighten, workPxPerMm } from './work-page.ts'

interface ProposeOptions {
  /** 1-based, default 1. */
  page?: number
  /** Size of the paper where it is known, as in a PDF. */
  paper?: PaperSize
  /** Number of the first question where none is printed, default 1. */
  firstNo?: number
}

/**
 * Corner marks that lie further from a rectangle's corners bend the frame so much that rows are not level any
 * more, pixels of the working page. A smaller bend is the same on every scan once the marks are found.
 */
const mostBent = 20

/**
 * Proposes what a sheet designed elsewhere carries: anchors, exam number, questions, answer areas.
 *
 * @param gray a clean or filled-in sheet, in any of four directions, photographed or scanned
 * @returns a template page in millimetres, with a confidence and a reason in Chinese for each part
 */
export function proposePage(gray: Gray, options: ProposeOptions = {}): PageProposal {
  // The kernels keep the last page in a memory of their own; this one must outlast them.
  const picture = {
    ...gray,
    data: Uint8Array.from(gray.data.subarray(0, gray.width * gray.height)),
  }
  const { work, ink, shapes, grids, marks, groups: found } = seeUpright(picture, options.paper)
  const isLegible = resolutionOf(work) >= leastLegible
  const { anchors, part } = proposeAnchors(marks, work, isFromAfar(work, picture))
  const groups = [
    ...nameGroups(found, options.firstNo ?? 1),
    ...singleBoxes(shapes, grids, work.gray.height),
  ]
  const fields = groups.flatMap((group) => group.fields)
  const rings = marks.filter(({ kind }) => kind === 'ring')
  const taken = [...grids.map(boxOf), ...rings.map(boxOfMark)]
  const regions = proposeRegions(ink, taken, lastNo(fields) + 1)
  const page: TemplatePage = {
    page: options.page ?? 1,
    widthMm: work.widthMm,
    heightMm: work.heightMm,
    anchors,
    pageCode: null,
    barcodes: [],
    fields,
    regions: regions.map(({ region }) => region),
  }
  // Hairlines of a coarse picture lead astray where marks can be relied on.
  if (!isLegible && anchors.every(({ kind }) => kind !== 'page-corner'))
    for (const field of fields) field.outlined = false
  else if (fields.length > 0) fitAlike(picture, page)
  return {
    page,
    straight: work.gray,
    pxPerMm: workPxPerMm,
    toPx: work.toPx,
    parts: [part, ...groups.map((group) => group.part), ...regions.map((region) => region.part)],
  }
}

/**
 * Measures the outlines of the bubbles. One sheet is printed in one way: where most groups show no outline,
 * what looks like one in the others are lines beside it.
 */
function fitAlike(gray: Gray, page: TemplatePage): void {
  const before = structuredClone(page.fields)
  fitBubbles(gray, page)
  const groups = [...Map.groupBy(page.fields, ({ group }) => group).values()]
  const outlined = groups.filter(([first]) => first!.outlined).length
  if (outlined * 2 >= groups.length) return
  page.fields = before.map((field) => ({ ...field, outlined: false }))
}

/** A page as it is laid, and what is seen on it. */
interface Sight {
  work: WorkPage
  ink: PageInk
  shapes: Shape[]
  grids: Grid[]
  marks: Mark[]
  groups: Group[]
}

/**
 * Sees a page that may be turned. Where its digits leave a doubt about top and bottom, the way up is that in
 * which questions are numbered one after another.
 */
function seeUpright(picture: Gray, paper: PaperSize | undefined): Sight {
  const work = straighten(picture, paper)
  const ink = seeInk(work.gray)
  const { turn, isHeadDoubtful } = turnOf(ink)
  const first = turn === 0 ? see(picture, work, ink) : seeTurned(picture, paper, turn)
  if (!isHeadDoubtful || numbering(first) > surelyNumbered) return first
  const other = seeTurned(picture, paper, (turn + 2) % 4)
  return numbering(other) > numbering(first) ? other : first
}

/** Numbers that were read this surely were not read upside down. */
const surelyNumbered = 0.9

/** How surely the numbers of questions were read, 0 where none was. */
const numbering = ({ groups }: Sight): number =>
  Math.max(0, ...groups.map(({ printed }) => printed?.confidence ?? 0))

function seeTurned(picture: Gray, paper: PaperSize | undefined, turn: number): Sight {
  const work = straighten(picture, paper, turn)
  return see(picture, work, seeInk(work.gray))
}

function see(picture: Gray, laid: WorkPage, inkOfLaid: PageInk): Sight {
  let [work, ink, seen] = [laid, inkOfLaid, look(inkOfLaid)]
  const straight = straightenByMarks(picture, work, seen.marks)
  if (straight) {
    work = straight
    ink = seeInk(work.gray)
    seen = look(ink)
  }
  const { shapes, grids, marks } = seen
  const isLegible = resolutionOf(work) >= leastLegible
  const groups = grids.flatMap(columnsApart).map((grid) => groupOf(grid, ink, grids, isLegible))
  return { work, ink, shapes, grids, marks, groups }
}

interface Seen {
  shapes: Shape[]
  grids: Grid[]
  marks: Mark[]
}

function look(ink: PageInk): Seen {
  const shapes = bubbleShapes(ink)
  const found = findLattices(shapes).flatMap((lattice) => gridsOf(lattice, ink))
  const outlined = extended(joined(withoutOverlaps(found), ink), ink)
  const grids = withHiddenEnds(outlined.length > 0 ? outlined : signGrids(ink), ink)
  return { shapes, grids, marks: marksOf(ink, grids.map(boxOf)) }
}

/** Lays the page so that its corner marks form a rectangle; null where they are none, or do already. */
function straightenByMarks(gray: Gray, work: WorkPage, marks: readonly Mark[]): WorkPage | null {
  const corners = cornerMarks(marks, work)
  if (!corners) return null
  const [a, b, c, d] = corners as [Mark, Mark, Mark, Mark]
  const left = (a.x + d.x) / 2
  const right = (b.x + c.x) / 2
  const top = (a.y + b.y) / 2
  const bottom = (c.y + d.y) / 2
  const wanted = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
  const off = corners.map((mark, i) => Math.hypot(mark.x - wanted[i]!.x, mark.y - wanted[i]!.y))
  if (Math.max(...off) < mostBent) return null
  const toPx = fitHomography(
    corners.map((mark, i) => ({
      from: { x: wanted[i]!.x / workPxPerMm, y: wanted[i]!.y / workPxPerMm },
      to: project(work.toPx, mark.x / workPxPerMm, mark.y / workPxPerMm),
    })),
  )
  if (!toPx) return null
  const { widthMm, heightMm } = work
  const quad: Corners = [
    project(toPx, 0, 0),
    project(toPx, widthMm, 0),
    project(toPx, widthMm, heightMm),
    project(toPx, 0, heightMm),
  ]
  return layOn(gray, quad, { widthMm, heightMm }, work.onPaper)
}

/** A scanner's glass and a photograph from close by are filled by the paper to more than this share. */
const mostAfar = 0.6

function isFromAfar({ toPx, onPaper, widthMm, heightMm }: WorkPage, picture: Gray): boolean {
  const [a, b, c, d] = [
    project(toPx, 0, 0),
    project(toPx, widthMm, 0),
    project(toPx, widthMm, heightMm),
    project(toPx, 0, heightMm),
  ]
  // Half the product of the diagonals, crosswise: the area of any quadrangle.
  const area = Math.abs((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2
  return onPaper && area < mostAfar * picture.width * picture.height
}

/** Fewer pixels to the millimetre leave nothing legible of printed numbers. */
const leastLegible = 4

/** Pixels of the picture to the sheet's millimetre. */
function resolutionOf({ toPx, widthMm, heightMm }: WorkPage): number {
  const left = project(toPx, 0, heightMm / 2)
  const right = project(toPx, widthMm, heightMm / 2)
  return Math.hypot(right.x - left.x, right.y - left.y) / widthMm
}

const boxOfMark = ({ x, y, width, height }: Mark) => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

function lastNo(fields: TemplatePage['fields']): number {
  const numbers = fields.map(({ id }) => Number(/^choice:(\d+)/.exec(id)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}
