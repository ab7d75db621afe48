import type { PageEvent } from '../protocol/messages.ts'

/** A sheet of paper with all its images. */
export interface WholeSheet {
  number: number
  pages: readonly PageEvent[]
}

/**
 * Puts images together into sheets. The sheet, not the image, is what can be fed again: a front whose
 * back has not come is not a sheet.
 */
export class SheetLedger {
  private readonly sides: 1 | 2
  private readonly firstSheet: number
  private images = 0
  private open: PageEvent[] = []

  constructor(firstSheet: number, sides: 1 | 2) {
    this.firstSheet = firstSheet
    this.sides = sides
  }

  /** Sheets that are whole. */
  get sheets(): number {
    return Math.floor(this.images / this.sides)
  }

  get imageCount(): number {
    return this.images
  }

  /**
   * @returns the sheet that this page makes whole, or null
   * @throws Error when the page is not the next one: nothing may be skipped or told twice
   */
  add(page: PageEvent): WholeSheet | null {
    const number = this.firstSheet + this.sheets
    const side = this.images % this.sides === 0 ? 'front' : 'back'
    if (page.seq !== this.images + 1 || page.sheet !== number || page.side !== side)
      throw new Error(
        `page ${page.seq} (sheet ${page.sheet} ${page.side}) instead of ${this.images + 1} (sheet ${number} ${side})`,
      )
    this.images++
    this.open.push(page)
    if (this.open.length < this.sides) return null
    const pages = this.open
    this.open = []
    return { number, pages }
  }
}
