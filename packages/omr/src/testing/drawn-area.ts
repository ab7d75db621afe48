import type { CropRegion, PrintedBox, TemplatePage } from '@hengjuan/domain'
import type { Quad } from '../align/align-frame.ts'
import type { InkView } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'

const perMm = 8

/** A page of 100 x 100 mm, scanned straight, whose one answer area is drawn by the test. */
export class DrawnArea {
  readonly gray: Gray = {
    data: new Uint8Array(100 * perMm * (100 * perMm)).fill(250),
    width: 100 * perMm,
    height: 100 * perMm,
  }
  readonly region: CropRegion
  readonly page: TemplatePage

  constructor(more: Partial<CropRegion> = {}, page: Partial<TemplatePage> = {}) {
    this.region = {
      id: 'block:1:0',
      purpose: 'block',
      blockKey: '1',
      part: 0,
      framed: true,
      xMm: 10,
      yMm: 10,
      widthMm: 80,
      heightMm: 40,
      ...more,
    }
    this.page = {
      page: 1,
      widthMm: 100,
      heightMm: 100,
      anchors: [],
      pageCode: null,
      barcodes: [],
      fields: [],
      regions: [this.region],
      ...page,
    }
    const { xMm, yMm, widthMm, heightMm } = this.region
    this.line(xMm, yMm, xMm + widthMm, yMm, 0.35, 20)
    this.line(xMm, yMm + heightMm, xMm + widthMm, yMm + heightMm, 0.35, 20)
    this.line(xMm, yMm, xMm, yMm + heightMm, 0.35, 20)
    this.line(xMm + widthMm, yMm, xMm + widthMm, yMm + heightMm, 0.35, 20)
    // Somewhere the print is black, as on every sheet.
    this.box({ xMm: 2, yMm: 90, widthMm: 8, heightMm: 8 }, 15)
  }

  /** A straight stroke, millimetres on the page. */
  line(x0: number, y0: number, x1: number, y1: number, widthMm: number, grey = 60): this {
    const steps = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) * perMm * 2))
    const half = widthMm / 2
    for (let i = 0; i <= steps; i++) {
      const x = x0 + ((x1 - x0) * i) / steps
      const y = y0 + ((y1 - y0) * i) / steps
      this.box({ xMm: x - half, yMm: y - half, widthMm, heightMm: widthMm }, grey)
    }
    return this
  }

  /** A solid box; it only darkens. */
  box({ xMm, yMm, widthMm, heightMm }: PrintedBox, grey: number): this {
    const { data, width, height } = this.gray
    const right = Math.min(width, Math.round((xMm + widthMm) * perMm))
    const bottom = Math.min(height, Math.round((yMm + heightMm) * perMm))
    for (let y = Math.max(0, Math.round(yMm * perMm)); y < bottom; y++) {
      for (let x = Math.max(0, Math.round(xMm * perMm)); x < right; x++) {
        data[y * width + x] = Math.min(data[y * width + x]!, grey)
      }
    }
    return this
  }

  view(): InkView {
    const white = makeWhiteMap(this.gray)
    const toPx = [perMm, 0, 0, 0, perMm, 0, 0, 0, 1]
    return { gray: this.gray, white, toPx, inkShare: white.inkShare }
  }

  quad(): Quad {
    const { xMm, yMm, widthMm, heightMm } = this.region
    const [left, top] = [xMm * perMm, yMm * perMm]
    const [right, bottom] = [left + widthMm * perMm, top + heightMm * perMm]
    return [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ]
  }

  /** What the reader would say of where the area lies. */
  reading() {
    const { id, blockKey, part } = this.region
    return {
      registration: {
        rotation: 0 as const,
        homography: [perMm, 0, 0, 0, perMm, 0, 0, 0, 1],
        residualMm: 0,
        skewDeg: 0,
        scale: 1,
        anchors: [],
      },
      regions: [{ id, blockKey, part, inkRatio: 0, quadPx: this.quad() }],
    }
  }
}
