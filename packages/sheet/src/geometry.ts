import type { OmrTemplate, SheetDesign, TemplatePage } from '@hengjuan/domain'
import { printedIn } from './printed-areas.ts'

/**
 * Something printed. Lengths are millimetres, y downwards; `grey` is 0 black to 1 white.
 * A line is drawn centred on its coordinates, as in PDF and SVG.
 */
export type Primitive =
  | LinePrimitive
  | RectPrimitive
  | PolyPrimitive
  | TextPrimitive
  | ImagePrimitive
  | BubblePrimitive
  | GridPrimitive

/** A picture fitted into a box, centred, its proportions kept. */
export interface ImagePrimitive {
  kind: 'image'
  /** PNG or JPEG. */
  dataUrl: string
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

export interface LinePrimitive {
  kind: 'line'
  x1: number
  y1: number
  x2: number
  y2: number
  widthMm: number
  grey: number
  /** Length of dashes and gaps; absent for a solid line. */
  dashMm?: number
}

export interface RectPrimitive {
  kind: 'rect'
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
  /** Absent: no outline. */
  strokeMm?: number
  /** Grey of the outline, 0 black. */
  strokeGrey?: number
  /** Absent: not filled. */
  fillGrey?: number
  dashMm?: number
}

/** A filled or stroked run of points. */
export interface PolyPrimitive {
  kind: 'poly'
  points: [number, number][]
  strokeMm?: number
  grey: number
  filled: boolean
}

export interface TextPrimitive {
  kind: 'text'
  text: string
  /** Where `align` puts the run's left, middle or right. */
  xMm: number
  /** Baseline. */
  yMm: number
  /** Height of the em square. */
  sizeMm: number
  align: 'left' | 'middle' | 'right'
  bold: boolean
  grey: number
}

/** Outline and label of one bubble; x and y are its centre, as in the template. */
export interface BubblePrimitive {
  kind: 'bubble'
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
  label: string
}

/** A row of squares for characters. */
export interface GridPrimitive {
  kind: 'grid'
  xMm: number
  yMm: number
  columns: number
  cellWidthMm: number
  cellHeightMm: number
  grey: number
}

/** Places that are printed only when a candidate's data is merged in. */
export interface PersonalSlots {
  name: Slot | null
  className: Slot | null
  /** Absent in layouts that were saved before they were kept. */
  room?: Slot
  seat?: Slot
  /** Boxes above the bubbled number, one a digit. */
  examNoDigits: Slot[]
  /** Where the printed code goes, with the notice that stands there while it is empty. */
  barcode: (Slot & { placeholder: Primitive[] }) | null
  /** Line that names the candidate on pages without a head. */
  footer: Slot | null
}

export interface Slot {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** A part of the layout that belongs to questions: what a designer selects, moves and resizes. */
export interface DesignArea extends Slot {
  kind: 'title' | 'objective' | 'fill' | 'essay' | 'lines' | 'grid' | 'optional' | 'strip'
  /** Index of the section in the design. */
  section: number
  /** Printed numbers; empty for a title. */
  questionNos: string[]
  /** Running number among the areas of the same questions: parts after a column break count on. */
  part: number
}

export interface PageGeometry extends TemplatePage {
  drawing: Primitive[]
  personal: PersonalSlots
  areas: DesignArea[]
}

/** A laid-out sheet: what is printed and what is read, from the same coordinates. */
export interface SheetGeometry {
  design: SheetDesign
  /** Columns of a page, 1 to 3. */
  columns: number
  pages: PageGeometry[]
}

/** The reader's view of a laid-out sheet. */
export function templateOf(geometry: SheetGeometry): OmrTemplate {
  const { design } = geometry
  return {
    format: 'hengjuan-omr-template',
    version: 1,
    id: design.id,
    name: `${design.title} ${design.subjectName}`,
    pages: geometry.pages.map((whole) => {
      const { drawing: _drawing, personal: _personal, areas: _areas, ...page } = whole
      const regions = page.regions.map((region) =>
        region.purpose === 'block' ? { ...region, printed: printedIn(whole, region) } : region,
      )
      return { ...page, regions }
    }),
  }
}
