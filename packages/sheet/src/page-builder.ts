import type { Bubble, BubbleField, CropRegion, DigitField, WordGrid } from '@hengjuan/domain'
import type { DesignArea, PageGeometry, PersonalSlots, Primitive, Slot } from './geometry.ts'
import { BUBBLE, GREY, LINE } from './measures.ts'

interface TextOptions {
  align?: 'left' | 'middle' | 'right'
  bold?: boolean
  grey?: number
}

type FieldSpec = Omit<BubbleField, 'shape' | 'outlined' | 'bubbles'>
type BubbleSpec = Pick<Bubble, 'value' | 'label' | 'xMm' | 'yMm'> & {
  column?: number
  widthMm?: number
}

/** Hundredths of a millimetre: what is drawn and what is read then agree to the last digit. */
export const round = (mm: number) => Math.round(mm * 100) / 100

/** Collects what one page prints and what the reader finds there, each coordinate said once. */
export class PageBuilder {
  readonly page: PageGeometry
  /** Running number of the parts of each block, shared by the pages of a sheet. */
  private readonly partsOfBlock: Map<string, number>

  constructor(page: number, widthMm: number, heightMm: number, partsOfBlock: Map<string, number>) {
    this.partsOfBlock = partsOfBlock
    const personal: PersonalSlots = {
      name: null,
      className: null,
      examNoDigits: [],
      barcode: null,
      footer: null,
    }
    this.page = {
      page,
      widthMm,
      heightMm,
      anchors: [],
      pageCode: null,
      barcodes: [],
      fields: [],
      regions: [],
      drawing: [],
      areas: [],
      personal,
    }
  }

  draw(...primitives: Primitive[]): void {
    this.page.drawing.push(...primitives)
  }

  text(text: string, xMm: number, yMm: number, sizeMm: number, options: TextOptions = {}): void {
    const { align = 'left', bold = false, grey = GREY.text } = options
    this.draw({ kind: 'text', text, xMm: round(xMm), yMm: round(yMm), sizeMm, align, bold, grey })
  }

  line(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    widthMm: number = LINE.thin,
    grey = 0,
  ): void {
    const ends = { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) }
    this.draw({ kind: 'line', ...ends, widthMm, grey })
  }

  box(slot: Slot, strokeMm: number = LINE.frame, dashMm?: number): void {
    this.draw({ kind: 'rect', ...roundSlot(slot), strokeMm, ...(dashMm ? { dashMm } : {}) })
  }

  image(dataUrl: string, slot: Slot): void {
    this.draw({ kind: 'image', dataUrl, ...roundSlot(slot) })
  }

  /** Remembers what a person who changes the sheet can take hold of. */
  area(area: Omit<DesignArea, keyof Slot>, slot: Slot): void {
    this.page.areas.push({ ...area, ...roundSlot(slot) })
  }

  /** Bubbles that are read together; each is drawn where the reader looks for it. */
  field(spec: FieldSpec, bubbles: BubbleSpec[]): void {
    const placed = bubbles.map((bubble) => ({
      value: bubble.value,
      label: bubble.label,
      column: bubble.column ?? 0,
      xMm: round(bubble.xMm),
      yMm: round(bubble.yMm),
      widthMm: bubble.widthMm ?? BUBBLE.width,
      heightMm: BUBBLE.height,
    }))
    this.page.fields.push({ ...spec, shape: 'rect', outlined: true, bubbles: placed })
    for (const { xMm, yMm, widthMm, heightMm, label } of placed)
      this.draw({ kind: 'bubble', xMm, yMm, widthMm, heightMm, label })
  }

  /** Boxes to write digits in; each is drawn where the reader looks for it. */
  digitField(field: DigitField): void {
    const cells = field.cells.map(({ xMm, yMm, widthMm, heightMm }) => ({
      xMm: round(xMm),
      yMm: round(yMm),
      widthMm,
      heightMm,
    }))
    this.page.digitFields ??= []
    this.page.digitFields.push({ ...field, cells })
    for (const cell of cells) this.draw({ kind: 'bubble', ...cell, label: '' })
  }

  /** A framed answer area, cut out along its frame; returns its number among the block's parts. */
  block(blockKey: string, slot: Slot): number {
    const part = this.partsOfBlock.get(blockKey) ?? 0
    this.partsOfBlock.set(blockKey, part + 1)
    this.region({ id: `block:${blockKey}:${part}`, purpose: 'block', blockKey, part }, slot)
    this.box(slot)
    return part
  }

  /** Rows of squares whose written cells are counted; the rows are drawn by the caller. */
  wordGrid(grid: WordGrid): void {
    const { xMm, yMm, cellWidthMm, cellHeightMm, rowPitchMm } = grid
    this.page.wordGrids ??= []
    this.page.wordGrids.push({
      ...grid,
      xMm: round(xMm),
      yMm: round(yMm),
      // Twenty columns of a rounded width would end a tenth of a millimetre off.
      cellWidthMm: Math.round(cellWidthMm * 1e4) / 1e4,
      cellHeightMm: round(cellHeightMm),
      rowPitchMm: Math.round(rowPitchMm * 1e4) / 1e4,
    })
  }

  region(spec: Pick<CropRegion, 'id' | 'purpose' | 'blockKey' | 'part'>, slot: Slot): void {
    this.page.regions.push({ ...spec, framed: true, ...roundSlot(slot) })
  }
}

const roundSlot = (slot: Slot): Slot => ({
  xMm: round(slot.xMm),
  yMm: round(slot.yMm),
  widthMm: round(slot.widthMm),
  heightMm: round(slot.heightMm),
})
