import type { BubbleField } from '@hengjuan/domain'
import type { Grid } from './grid.ts'
import { boxOf } from './grid.ts'
import type { ProposedGroup } from './proposal.ts'
import type { Shape } from './shapes.ts'
import { workPxPerMm } from './work-page.ts'

/** A single box is printed like the bubbles of the sheet. */
const sameSize = 1.15
/** Nothing that lies in or so near to a grid is a box of its own, in bubbles. */
const nearGrid = 0.6
/** A sheet has a box for absence and one for misconduct; more of them are something else. */
const mostBoxes = 2
/** Boxes in the heading only: further down, what looks like a box is part of an answer. */
const headShare = 0.6

const KINDS = [
  { kind: 'absent', name: '缺考' },
  { kind: 'misconduct', name: '违纪' },
] as const

/**
 * Boxes that stand alone, of the size of the sheet's bubbles: the invigilator fills them. Which is which is
 * printed beside them in words, so that the order alone is a guess.
 *
 * @param shapes everything on the page that may be a bubble
 */
export function singleBoxes(
  shapes: readonly Shape[],
  grids: readonly Grid[],
  pageHeight: number,
): ProposedGroup[] {
  const outlined = grids.filter((grid) => grid.outlined)
  const walls = grids.map((grid) => ({
    ...boxOf(grid),
    dx: nearGrid * grid.width,
    dy: nearGrid * grid.height,
  }))
  const isAlone = ({ x, y }: Shape) =>
    walls.every(
      (wall) =>
        x < wall.left - wall.dx ||
        x > wall.right + wall.dx ||
        y < wall.top - wall.dy ||
        y > wall.bottom + wall.dy,
    )
  const boxes = shapes.filter(
    (shape) =>
      // A solid one is the printed example of how to fill a box in.
      shape.kind === 'outline' &&
      shape.extent > leastExtent &&
      shape.y < headShare * pageHeight &&
      isAlone(shape) &&
      outlined.some((grid) => isNear(shape.width, grid.width) && isNear(shape.height, grid.height)),
  )
  if (boxes.length === 0 || boxes.length > mostBoxes) return []
  const inOrder = [...boxes].sort((a, b) => a.y - b.y || a.x - b.x)
  return inOrder.map((box, at) => proposed(box, KINDS[at]!))
}

/** An empty box is light all over; one with a letter in it is an option. */
const leastExtent = 0.85

const isNear = (a: number, b: number) => a < b * sameSize && b < a * sameSize

function proposed(box: Shape, { kind, name }: (typeof KINDS)[number]): ProposedGroup {
  const field: BubbleField = {
    id: kind,
    kind,
    direction: 'horizontal',
    multiple: false,
    shape: 'rect',
    outlined: true,
    group: kind,
    bubbles: [
      {
        value: kind,
        label: '',
        column: 0,
        xMm: round((box.x + 0.5) / workPxPerMm),
        yMm: round((box.y + 0.5) / workPxPerMm),
        widthMm: round(box.width / workPxPerMm),
        heightMm: round(box.height / workPxPerMm),
      },
    ],
  }
  return {
    fields: [field],
    part: {
      target: `group:${kind}`,
      confidence: 0.6,
      reason: `单独的一个填涂框，按${name}处理，请核对旁边印的字`,
    },
  }
}

const round = (mm: number) => Math.round(mm * 100) / 100
