/** Dimensions of every sheet, in millimetres. */

export const PAPERS = {
  A4: { widthMm: 210, heightMm: 297, columnChoices: [1], mostColumns: 2 },
  A3: { widthMm: 420, heightMm: 297, columnChoices: [3, 2], mostColumns: 3 },
  // Office copiers know these as 8K 270 x 390 and 16K 195 x 270.
  '8K': { widthMm: 390, heightMm: 270, columnChoices: [3, 2], mostColumns: 3 },
  '16K': { widthMm: 195, heightMm: 270, columnChoices: [1], mostColumns: 2 },
} as const

/** Nothing is printed nearer to the paper's edge: office printers cannot. */
export const PRINTER_MARGIN = 5

export const ANCHOR = {
  /** Centre of an anchor to the nearest paper edge. */
  inset: 9.5,
  corner: 5,
  /** Width of the bar that stands for the top left square and gives the orientation. */
  bar: 10,
  /** Short and long side of an edge mark. */
  edgeShort: 2.5,
  edgeLong: 5,
} as const

/** Area between the marks, where content flows. */
export const CONTENT = {
  left: 16,
  titleTop: 14.5,
  top: 19,
  bottomFromEdge: 16.5,
  columnGap: 8,
  /** Room for a crease: frames beside it stay flat. */
  foldGap: 14,
  /** What the seal line takes from the binding edge. */
  sealWidth: 11,
  /** Between boxes; frames nearer than 1.5 mm would be confused by the reader. */
  gap: 2.2,
} as const

export const BUBBLE = {
  width: 4.2,
  height: 2.6,
  pitchX: 5.8,
  pitchY: 4.5,
  outline: 0.18,
  labelSize: 2.2,
} as const

export const LINE = { frame: 0.35, thin: 0.18, rule: 0.2 } as const

/** Greys, 0 black. Print inside and around bubbles is lighter than any pen. */
export const GREY = {
  black: 0,
  text: 0.1,
  soft: 0.35,
  label: 0.42,
  outline: 0.3,
  grid: 0.4,
} as const

export const TEXT = {
  title: 5,
  subject: 6,
  section: 3.5,
  body: 3.2,
  small: 2.7,
  edge: 2.4,
} as const

/** Three pieces of paper, printed on both sides. */
export const MAX_PAGES = 6
/** One piece of paper. */
export const DEFAULT_PAGES = 2
/** A head in a narrower column would not hold its tables; it then spans the page. */
export const LEAST_HEAD_WIDTH = 105
