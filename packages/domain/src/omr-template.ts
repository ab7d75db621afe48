/**
 * What a printed sheet looks like to the reader: where its anchors, bubbles, codes and answer areas are.
 *
 * All lengths are millimetres on the printed page, x to the right, y downwards, origin at the top left
 * corner of the sheet of paper. A point of an anchor or a bubble is its centre; a region is given by its
 * top left corner. The format serves sheets that this product did not design as well: nothing in it
 * assumes our layout. `docs/omr-template.md` documents the JSON form.
 */
export interface OmrTemplate {
  format: 'hengjuan-omr-template'
  version: 1
  /** Stable name of the sheet and its version, for instance `sheet-12-v3`. */
  id: string
  name: string
  /**
   * Colour of the print that is to vanish: the channel of that colour is read, so that red boxes turn to
   * paper and a pen of any other colour stays. Absent where print and pen are both read as darkness.
   */
  dropout?: 'red' | 'green' | 'blue'
  pages: TemplatePage[]
}

export interface TemplatePage {
  /** 1-based. Page 2 is the back of page 1. */
  page: number
  widthMm: number
  heightMm: number
  anchors: TemplateAnchor[]
  /** Printed bits that name the sheet and the page; absent on sheets that carry none. */
  pageCode: PageCode | null
  barcodes: BarcodeRegion[]
  fields: BubbleField[]
  regions: CropRegion[]
  /** Boxes in which a marker writes digits; read as a proposal that a person confirms. */
  digitFields?: DigitField[]
  /** Composition grids whose written cells are counted. */
  wordGrids?: WordGrid[]
  /**
   * The same page as it was printed before, newest first: other bits in the same cells of `pageCode`, the
   * same anchors, the same fields and areas in other places. Paper of every print is read as what it says
   * it is. Absent where there was one print only.
   */
  earlier?: TemplatePage[]
}

/** A mark that the reader finds to learn where the page lies. */
export interface TemplateAnchor {
  id: string
  /** `square` and `bar` are solid rectangles, `disc` a solid circle, `ring` a circle outline. `page-corner` is the paper's own corner. */
  kind: 'square' | 'bar' | 'disc' | 'ring' | 'page-corner'
  /** `corner` anchors give the first geometry and, being asymmetric, the orientation; `edge` anchors refine it. */
  role: 'corner' | 'edge'
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** A row of printed cells, black for 1. */
export interface PageCode {
  /** Cells in reading order, most significant first. */
  cells: { xMm: number; yMm: number; widthMm: number; heightMm: number }[]
  /** The bits printed on this page, one character a cell. */
  bits: string
  /**
   * Cells in which any two codes of this kind differ at least: fewer may be illegible without doubt
   * about the page. 1 where it is not known, so that no cell may be.
   */
  distance?: number
}

export interface BarcodeRegion {
  id: string
  /** What the code says: the candidate's exam number, or the sheet's own identity. */
  purpose: 'examNo' | 'sheet'
  symbology: 'Code128' | 'Code39' | 'QRCode'
  /** Characters of a right code; one that differs was misread and is not believed. */
  length?: number
  /** Does a right code consist of digits alone? */
  digitsOnly?: boolean
  /** What a `sheet` code says on this page; another text is another sheet's page. */
  text?: string
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

export type BubbleFieldKind =
  | 'examNo'
  | 'choice'
  | 'absent'
  | 'misconduct'
  | 'optionalChoice'
  | 'paperVariant'
  | 'score'

/**
 * A set of bubbles read together: a question, an exam number, an absence box, a score bar.
 *
 * A score bar (`score`) is filled by the marker of a marked-then-scanned sheet: each column of cells
 * adds one value (`20`, `7`, `0.5`), a column without a mark adds nothing, two marks in one are a doubt.
 */
export interface BubbleField {
  /** `examNo`, `absent`, `choice:12` (question 12), `optional:A` (group A), `score:<blockKey>`. Unique in the sheet. */
  id: string
  kind: BubbleFieldKind
  /** How options follow one another on paper. */
  direction: 'horizontal' | 'vertical'
  /** May a candidate rightly fill several bubbles (of one column, for `examNo`)? */
  multiple: boolean
  shape: 'rect' | 'ellipse'
  /** Is an outline printed around each bubble? The reader then aligns to it. */
  outlined: boolean
  /** Fields printed as one grid; they shift together on paper and are registered together. */
  group: string
  /** Most that a score bar can rightly say, thousandths; more is a doubt. Absent elsewhere. */
  fullMilli?: number
  bubbles: Bubble[]
}

export interface Bubble {
  /** What a filled bubble means: `A`, `7`, `absent`, the number of the optional question. */
  value: string
  /** Printed inside the bubble; empty when nothing is. */
  label: string
  /** Digit position for `examNo`, 0 for the first; place (tens, units, half) for `score`; 0 elsewhere. */
  column: number
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** An area to cut out: an answer block or a part of one. */
export interface CropRegion {
  /** `block:<blockKey>:<part>` for answers, `name` for the handwritten name. */
  id: string
  purpose: 'block' | 'name' | 'barcode'
  /** The marking block that the area belongs to; null unless `purpose` is `block`. */
  blockKey: string | null
  /** Parts of one block are shown in this order, 0 first. */
  part: number
  /** Is a frame printed exactly along the area's edge? The reader then aligns to it. */
  framed: boolean
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
  /**
   * What is printed inside the area besides its frame: text by its box, a line as a thin box. Bubbles,
   * digit boxes and composition grids are known from their own entries. Absent where it is not known;
   * long straight lines are then taken for print.
   */
  printed?: PrintedBox[]
}

/** A box on the page, by its top left corner. */
export interface PrintedBox {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/**
 * In place of the key of a block: what its marker says that all marks on the sheet come to. It counts for nothing, and
 * is compared with their sum.
 */
export const WRITTEN_TOTAL = 'total'

/** A row of printed boxes, one handwritten digit each: the score of a marked-then-scanned sheet. */
export interface DigitField {
  /** `score:<blockKey>`. Unique among the digit fields of the sheet. */
  id: string
  /** Of a block, or `WRITTEN_TOTAL`. */
  blockKey: string
  /** Digits after the decimal point; the last boxes of the row. */
  decimals: number
  /** Most that the boxes can rightly say, thousandths; more is not proposed. */
  fullMilli?: number
  /** Boxes from left to right, centre and size; the reader aligns to their printed outlines. */
  cells: { xMm: number; yMm: number; widthMm: number; heightMm: number }[]
}

/** A composition grid: rows of equal cells, one character each. */
export interface WordGrid {
  /** `words:<blockKey>:<part>`. Unique in the sheet. */
  id: string
  blockKey: string
  part: number
  columns: number
  rows: number
  /** Top left corner of the first cell. */
  xMm: number
  yMm: number
  cellWidthMm: number
  cellHeightMm: number
  /** From the top of one row to the top of the next. */
  rowPitchMm: number
}
