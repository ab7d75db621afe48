import type { Bubble, BubbleField, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'
import { compose, invert } from '../kernels/homography.ts'
import { randomFrom } from './random.ts'

/** How a bubble was marked. */
export type MarkKind =
  | 'full'
  | 'half'
  | 'tick'
  | 'cross'
  | 'faint'
  | 'residue'
  | 'overflow'
  | 'ring'
  | 'dot'

export interface PageMarks {
  /** Field id, bubble value and column, kind, darkness of the pen 0 to 1. */
  marks: { field: string; value: string; column?: number; kind: MarkKind; ink?: number }[]
  /** Blank out these anchors. */
  missingAnchors?: string[]
  /** Lines of writing inside block regions, 0 none. */
  writing?: number
}

type Nine = [number, number, number, number, number, number, number, number, number]

/** Raster of the printed sheet: fine enough that the scan is not limited by it. */
const perMm = 10

/** The printed and filled-in sheet, 1 paper and 0 ink. */
export function paintSheet(page: TemplatePage, filled: PageMarks, seed = 1): Gray {
  const random = randomFrom(seed)
  const sheet = new Sheet(page.widthMm, page.heightMm)
  for (const anchor of page.anchors) {
    if (filled.missingAnchors?.includes(anchor.id)) continue
    const { kind, xMm, yMm, widthMm, heightMm } = anchor
    if (kind === 'ring') sheet.ellipse(xMm, yMm, widthMm / 2, heightMm / 2, 0, 1.2)
    else if (kind === 'disc') sheet.ellipse(xMm, yMm, widthMm / 2, heightMm / 2, 0)
    else if (kind !== 'page-corner') sheet.rect(xMm, yMm, widthMm, heightMm, 0)
  }
  page.pageCode?.cells.forEach((cell, i) => {
    if (page.pageCode!.bits[i] === '1')
      sheet.rect(cell.xMm, cell.yMm, cell.widthMm, cell.heightMm, 0)
  })
  for (const field of page.fields) for (const b of field.bubbles) paintBubble(sheet, field, b)
  for (const region of page.regions) {
    if (region.framed) sheet.frame(region.xMm, region.yMm, region.widthMm, region.heightMm, 0.3)
    for (let i = 0; i < (filled.writing ?? 0) && region.purpose === 'block'; i++) {
      scribble(sheet, region.xMm + 4, region.yMm + 6 + i * 7, region.widthMm - 8, random)
    }
  }
  for (const mark of filled.marks) {
    const field = page.fields.find((f) => f.id === mark.field)
    const bubble = field?.bubbles.find(
      (b) => b.value === mark.value && b.column === (mark.column ?? 0),
    )
    if (!bubble) throw new Error(`no bubble ${mark.field} ${mark.value}`)
    paintMark(sheet, bubble, mark.kind, mark.ink ?? 0.85, random)
  }
  return sheet.gray()
}

function paintBubble(sheet: Sheet, field: BubbleField, b: Bubble): void {
  if (field.outlined && field.shape === 'rect') {
    sheet.frame(b.xMm - b.widthMm / 2, b.yMm - b.heightMm / 2, b.widthMm, b.heightMm, 0.18, 0.3)
  } else if (field.outlined) {
    sheet.ellipse(b.xMm, b.yMm, b.widthMm / 2, b.heightMm / 2, 0.3, 0.18)
  }
  // A stand-in glyph: strokes that depend on the label only.
  const random = randomFrom([...b.label].reduce((sum, c) => sum * 31 + c.codePointAt(0)!, 7))
  for (let i = 0; i < (b.label ? 4 : 0); i++) {
    const x = () => b.xMm + (random() - 0.5) * 1.5
    const y = () => b.yMm + (random() - 0.5) * 1.7
    sheet.stroke(x(), y(), x(), y(), 0.26, 0.58)
  }
}

function paintMark(
  sheet: Sheet,
  b: Bubble,
  kind: MarkKind,
  ink: number,
  random: () => number,
): void {
  const [w, h] = [b.widthMm, b.heightMm]
  const wobble = (mm: number) => (random() - 0.5) * mm
  const fill = (x: number, wide: number, high: number, dark: number) => {
    const rows = Math.max(3, Math.round(high / 0.35))
    for (let i = 0; i < rows; i++) {
      const y = b.yMm - high / 2 + (high * (i + 0.5)) / rows
      sheet.stroke(
        x - wide / 2 + wobble(0.4),
        y + wobble(0.1),
        x + wide / 2 + wobble(0.4),
        y + wobble(0.1),
        0.42,
        dark,
      )
    }
  }
  switch (kind) {
    case 'full':
      return fill(b.xMm + wobble(0.3), w * 0.85, h * 0.85, ink)
    case 'overflow':
      return fill(b.xMm + wobble(0.4), w * 1.2, h * 1.2, ink)
    case 'half':
      return fill(b.xMm - w * 0.22, w * 0.45, h * 0.85, ink)
    case 'faint':
      return fill(b.xMm, w * 0.85, h * 0.85, 0.22)
    case 'residue':
      return fill(b.xMm, w * 0.85, h * 0.85, 0.13)
    case 'dot':
      return sheet.ellipse(b.xMm, b.yMm, 0.6, 0.6, 1 - ink)
    case 'tick':
      sheet.stroke(b.xMm - w * 0.35, b.yMm, b.xMm - w * 0.1, b.yMm + h * 0.4, 0.45, ink)
      return sheet.stroke(
        b.xMm - w * 0.1,
        b.yMm + h * 0.4,
        b.xMm + w * 0.45,
        b.yMm - h * 0.6,
        0.45,
        ink,
      )
    case 'cross':
      sheet.stroke(
        b.xMm - w * 0.45,
        b.yMm - h * 0.45,
        b.xMm + w * 0.45,
        b.yMm + h * 0.45,
        0.45,
        ink,
      )
      return sheet.stroke(
        b.xMm - w * 0.45,
        b.yMm + h * 0.45,
        b.xMm + w * 0.45,
        b.yMm - h * 0.45,
        0.45,
        ink,
      )
    case 'ring':
      return sheet.ellipse(b.xMm, b.yMm, w / 2 + 0.8, h / 2 + 0.8, 1 - ink, 0.5)
  }
}

function scribble(sheet: Sheet, x: number, y: number, width: number, random: () => number): void {
  let at = x
  while (at < x + width - 4) {
    for (let i = 0; i < 4; i++) {
      const p = () => at + random() * 3
      const q = () => y + (random() - 0.5) * 4
      sheet.stroke(p(), q(), p(), q(), 0.4, 0.8)
    }
    at += 4.5
  }
}

/** A sheet being drawn: values are brightness, drawing only darkens. */
class Sheet {
  private readonly width: number
  private readonly height: number
  private readonly data: Uint8Array

  constructor(widthMm: number, heightMm: number) {
    this.width = Math.round(widthMm * perMm)
    this.height = Math.round(heightMm * perMm)
    this.data = new Uint8Array(this.width * this.height).fill(255)
  }

  gray(): Gray {
    return { data: this.data, width: this.width, height: this.height }
  }

  /** Fills where `inside` says so; corners in millimetres, `grey` 0 black to 1. */
  private fill(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    grey: number,
    inside: (x: number, y: number) => boolean,
  ) {
    const value = Math.round(grey * 255)
    const right = Math.min(this.width - 1, Math.ceil(x1 * perMm))
    const bottom = Math.min(this.height - 1, Math.ceil(y1 * perMm))
    for (let y = Math.max(0, Math.floor(y0 * perMm)); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(x0 * perMm)); x <= right; x++) {
        if (!inside((x + 0.5) / perMm, (y + 0.5) / perMm)) continue
        const at = y * this.width + x
        if (this.data[at]! > value) this.data[at] = value
      }
    }
  }

  /** Centre and size. */
  rect(x: number, y: number, w: number, h: number, grey: number): void {
    this.fill(
      x - w / 2,
      y - h / 2,
      x + w / 2,
      y + h / 2,
      grey,
      (px, py) => Math.abs(px - x) <= w / 2 && Math.abs(py - y) <= h / 2,
    )
  }

  /** Top left and size. */
  frame(x: number, y: number, w: number, h: number, line: number, grey = 0): void {
    this.rect(x + w / 2, y, w + line, line, grey)
    this.rect(x + w / 2, y + h, w + line, line, grey)
    this.rect(x, y + h / 2, line, h + line, grey)
    this.rect(x + w, y + h / 2, line, h + line, grey)
  }

  ellipse(x: number, y: number, a: number, b: number, grey: number, line?: number): void {
    const thick = line ?? Infinity
    this.fill(x - a - 1, y - b - 1, x + a + 1, y + b + 1, grey, (px, py) => {
      const outer = Math.hypot((px - x) / a, (py - y) / b)
      return (
        outer <= 1 &&
        (thick === Infinity || Math.hypot((px - x) / (a - thick), (py - y) / (b - thick)) >= 1)
      )
    })
  }

  /** `ink` 0 none to 1 black. */
  stroke(x0: number, y0: number, x1: number, y1: number, thick: number, ink: number): void {
    const [dx, dy] = [x1 - x0, y1 - y0]
    const length = Math.hypot(dx, dy) || 1e-6
    const r = thick / 2
    this.fill(
      Math.min(x0, x1) - r,
      Math.min(y0, y1) - r,
      Math.max(x0, x1) + r,
      Math.max(y0, y1) + r,
      1 - ink,
      (px, py) => {
        const t = Math.max(0, Math.min(1, ((px - x0) * dx + (py - y0) * dy) / (length * length)))
        return Math.hypot(px - x0 - t * dx, py - y0 - t * dy) <= r
      },
    )
  }
}

/** What the scanner or camera does to a sheet. */
export interface ScanEffects {
  dpi?: number
  skewDeg?: number
  /** Printed or fed larger or smaller. */
  scale?: number
  shiftMm?: [number, number]
  rotation?: 0 | 90 | 180 | 270
  /** Share by which the far edge is smaller. */
  perspective?: number
  /** Grey of the paper, 1 white. */
  paper?: number
  /** Grey of full ink, 0 black. */
  black?: number
  /** Brightness at the darkest corner, 1 even. */
  falloff?: number
  /** Standard deviation in grey levels. */
  noise?: number
  /** Grey of what lies beyond the paper. */
  background?: number
  /** Blank border around the sheet. */
  borderMm?: number
  /** Radius of a box blur in pixels. */
  blur?: number
  /** Sheet millimetres are displaced before anything else. */
  bend?: (x: number, y: number) => [number, number]
  /** Corner folded over, this many millimetres along each edge; shows the background. */
  fold?: { corner: 'TL' | 'TR' | 'BR' | 'BL'; mm: number }
  seed?: number
}

/** Renders a painted sheet as a scan; also returns where the sheet's millimetres went. */
export function scanSheet(
  sheet: Gray,
  page: TemplatePage,
  effects: ScanEffects = {},
): { gray: Gray; toPx: Homography } {
  const px = (effects.dpi ?? 200) / 25.4
  const border = effects.borderMm ?? 0
  const turned = (effects.rotation ?? 0) % 180 !== 0
  const [w, h] = turned ? [page.heightMm, page.widthMm] : [page.widthMm, page.heightMm]
  const width = Math.round((w + 2 * border) * px)
  const height = Math.round((h + 2 * border) * px)
  const toPx = sheetToPixels(page, effects, px, width, height)
  const back = invert(toPx)!
  const random = randomFrom(effects.seed ?? 5)
  const { paper = 0.97, black = 0.08, falloff = 1, noise = 2, background = 1 } = effects
  const data = new Uint8Array(width * height)
  const [b0, b1, b2, b3, b4, b5, b6, b7, b8] = back as number[] as Nine
  const { bend, fold } = effects
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = b6 * x + b7 * y + b8
      let xMm = (b0 * x + b1 * y + b2) / depth
      let yMm = (b3 * x + b4 * y + b5) / depth
      if (bend) {
        const [bx, by] = bend(xMm, yMm)
        xMm += bx
        yMm += by
      }
      const value = fold && foldedAt(page, xMm, yMm, fold)
      const bright = value || sheetAt(sheet, page, xMm, yMm)
      const reflect = bright < 0 ? background : black + (paper - black) * bright
      const light = falloff === 1 ? 1 : 1 - (1 - falloff) * ((x / width + y / height) / 2)
      const grain = noise > 0 ? (random() + random() + random() - 1.5) * 2 * noise : 0
      data[y * width + x] = Math.max(0, Math.min(255, reflect * light * 255 + grain))
    }
  }
  const gray = { data, width, height }
  return { gray: effects.blur ? boxBlur(gray, effects.blur) : gray, toPx }
}

function sheetToPixels(
  page: TemplatePage,
  effects: ScanEffects,
  px: number,
  width: number,
  height: number,
): Homography {
  const { skewDeg = 0, scale = 1, shiftMm = [0, 0], perspective = 0, rotation = 0 } = effects
  const toMiddle = [1, 0, -page.widthMm / 2, 0, 1, -page.heightMm / 2, 0, 0, 1]
  const t = ((skewDeg + rotation) * Math.PI) / 180
  const s = px * scale
  const turn = [s * Math.cos(t), -s * Math.sin(t), 0, s * Math.sin(t), s * Math.cos(t), 0, 0, 0, 1]
  const tilt = [1, 0, 0, 0, 1, 0, 0, perspective / page.heightMm, 1]
  const place = [1, 0, width / 2 + shiftMm[0] * px, 0, 1, height / 2 + shiftMm[1] * px, 0, 0, 1]
  return compose(compose(compose(toMiddle, tilt), turn), place)
}

/** Brightness where a corner is folded over; 0 where the sheet is to be seen. */
function foldedAt(
  page: TemplatePage,
  x: number,
  y: number,
  { corner, mm }: NonNullable<ScanEffects['fold']>,
): number {
  if (x < 0 || y < 0 || x >= page.widthMm || y >= page.heightMm) return 0
  const fromX = corner[1] === 'L' ? x : page.widthMm - x
  const fromY = corner[0] === 'T' ? y : page.heightMm - y
  if (fromX + fromY < mm) return -1
  // The folded flap shows the paper's back.
  return fromX < mm && fromY < mm ? 0.93 : 0
}

/** Bilinear brightness, 0 to 1; -1 beyond the paper. */
function sheetAt({ data, width, height }: Gray, page: TemplatePage, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= page.widthMm || y >= page.heightMm) return -1
  const u = Math.max(0, Math.min(width - 1.001, x * perMm - 0.5))
  const v = Math.max(0, Math.min(height - 1.001, y * perMm - 0.5))
  const i = Math.floor(u)
  const j = Math.floor(v)
  const p = j * width + i
  const top = data[p]! * (1 - u + i) + data[p + 1]! * (u - i)
  const bottom = data[p + width]! * (1 - u + i) + data[p + width + 1]! * (u - i)
  return (top * (1 - v + j) + bottom * (v - j)) / 255
}

function boxBlur(gray: Gray, radius: number): Gray {
  const { width, height } = gray
  const pass = (
    from: Uint8Array,
    stepAcross: number,
    count: number,
    stepAlong: number,
    lines: number,
  ) => {
    const out = new Uint8Array(from.length)
    for (let line = 0; line < lines; line++) {
      for (let i = 0; i < count; i++) {
        let sum = 0
        let n = 0
        for (let k = Math.max(0, i - radius); k <= Math.min(count - 1, i + radius); k++) {
          sum += from[line * stepAlong + k * stepAcross]!
          n++
        }
        out[line * stepAlong + i * stepAcross] = sum / n
      }
    }
    return out
  }
  const once = pass(gray.data, 1, width, width, height)
  return { data: pass(once, width, height, 1, width), width, height }
}
