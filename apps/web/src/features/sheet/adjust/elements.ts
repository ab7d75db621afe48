import type { BubbleField, TemplatePage } from '@hengjuan/domain'

/** What can be taken hold of on a page: `anchor:TL`, `group:g1`, `region:block:5:0`, `barcode:examNo`. */
export type ElementKey = `${'anchor' | 'group' | 'region' | 'barcode'}:${string}`

/** A box on the sheet, millimetres, by its top left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface PageElement {
  key: ElementKey
  box: Box
  /** Chinese: what it is. */
  label: string
}

/** Anchors without a size are drawn so large. */
const POINT_MM = 4

/** Everything on a page, in the order in which Tab goes through it. */
export function elementsOf(page: TemplatePage): PageElement[] {
  return [
    ...page.anchors.map((anchor): PageElement => {
      const isPoint = anchor.kind === 'page-corner'
      const width = isPoint ? POINT_MM : anchor.widthMm
      const height = isPoint ? POINT_MM : anchor.heightMm
      const box = { x: anchor.xMm - width / 2, y: anchor.yMm - height / 2, width, height }
      return { key: `anchor:${anchor.id}`, box, label: `定位点 ${anchor.id}` }
    }),
    ...groupsOf(page).map(({ name, fields }): PageElement => ({
      key: `group:${name}`,
      box: around(fields),
      label: labelOf(fields),
    })),
    ...page.regions.map((region): PageElement => ({
      key: `region:${region.id}`,
      box: { x: region.xMm, y: region.yMm, width: region.widthMm, height: region.heightMm },
      label: region.purpose === 'block' ? `第 ${region.blockKey} 题作答区` : '姓名',
    })),
    ...page.barcodes.map((code): PageElement => ({
      key: `barcode:${code.id}`,
      box: { x: code.xMm, y: code.yMm, width: code.widthMm, height: code.heightMm },
      label: code.symbology === 'QRCode' ? '二维码' : '条形码',
    })),
  ]
}

/** Fields by the grid that they are printed in. */
export function groupsOf(page: TemplatePage): { name: string; fields: BubbleField[] }[] {
  const groups = Map.groupBy(page.fields, (field) => field.group)
  return [...groups].map(([name, fields]) => ({ name, fields }))
}

const around = (fields: readonly BubbleField[]): Box => {
  const bubbles = fields.flatMap((field) => field.bubbles)
  const left = Math.min(...bubbles.map((b) => b.xMm - b.widthMm / 2))
  const top = Math.min(...bubbles.map((b) => b.yMm - b.heightMm / 2))
  return {
    x: left,
    y: top,
    width: Math.max(...bubbles.map((b) => b.xMm + b.widthMm / 2)) - left,
    height: Math.max(...bubbles.map((b) => b.yMm + b.heightMm / 2)) - top,
  }
}

const KINDS = { absent: '缺考', misconduct: '违纪', paperVariant: '试卷类型' } as const

function labelOf(fields: readonly BubbleField[]): string {
  const [first] = fields
  if (!first) return ''
  if (first.kind === 'examNo') return '考号'
  if (first.kind in KINDS) return KINDS[first.kind as keyof typeof KINDS]
  const numbers = fields.map(({ id }) => Number(/^choice:(\d+)/.exec(id)?.[1] ?? 0))
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  return least === most ? `第 ${least} 题` : `第 ${least}–${most} 题`
}

/** Moves elements of a page. */
export function moved(
  page: TemplatePage,
  keys: ReadonlySet<ElementKey>,
  dx: number,
  dy: number,
): TemplatePage {
  const shift = <T extends { xMm: number; yMm: number }>(thing: T): T => ({
    ...thing,
    xMm: round(thing.xMm + dx),
    yMm: round(thing.yMm + dy),
  })
  return {
    ...page,
    anchors: page.anchors.map((a) => (keys.has(`anchor:${a.id}`) ? shift(a) : a)),
    fields: page.fields.map((field) =>
      keys.has(`group:${field.group}`) ? { ...field, bubbles: field.bubbles.map(shift) } : field,
    ),
    regions: page.regions.map((r) => (keys.has(`region:${r.id}`) ? shift(r) : r)),
    barcodes: page.barcodes.map((c) => (keys.has(`barcode:${c.id}`) ? shift(c) : c)),
  }
}

/** Smallest box that can be taken hold of. */
const LEAST_MM = 1

/**
 * Stretches an element to a new box: bubbles keep their size and move apart, regions and anchors become
 * larger.
 */
export function resized(page: TemplatePage, key: ElementKey, to: Box): TemplatePage {
  const from = elementsOf(page).find((element) => element.key === key)?.box
  if (!from) return page
  const width = Math.max(LEAST_MM, to.width)
  const height = Math.max(LEAST_MM, to.height)
  const area = {
    xMm: round(to.x),
    yMm: round(to.y),
    widthMm: round(width),
    heightMm: round(height),
  }
  return {
    ...page,
    anchors: page.anchors.map((anchor) =>
      key === `anchor:${anchor.id}`
        ? {
            ...anchor,
            xMm: round(to.x + width / 2),
            yMm: round(to.y + height / 2),
            widthMm: round(width),
            heightMm: round(height),
          }
        : anchor,
    ),
    regions: page.regions.map((region) =>
      key === `region:${region.id}` ? { ...region, ...area } : region,
    ),
    barcodes: page.barcodes.map((code) =>
      key === `barcode:${code.id}` ? { ...code, ...area } : code,
    ),
    fields: page.fields.map((field) => {
      if (key !== `group:${field.group}`) return field
      const bubbles = field.bubbles.map((bubble) => ({
        ...bubble,
        xMm: round(stretched(bubble.xMm, bubble.widthMm, from.x, from.width, to.x, width)),
        yMm: round(stretched(bubble.yMm, bubble.heightMm, from.y, from.height, to.y, height)),
      }))
      return { ...field, bubbles }
    }),
  }
}

/** The centre of something of a fixed size that stays where it is in a box that changes. */
function stretched(
  at: number,
  size: number,
  from: number,
  fromLength: number,
  to: number,
  length: number,
): number {
  const room = fromLength - size
  const share = room > 0.01 ? (at - size / 2 - from) / room : 0
  return to + size / 2 + share * Math.max(0, length - size)
}

export function removed(page: TemplatePage, keys: ReadonlySet<ElementKey>): TemplatePage {
  return {
    ...page,
    anchors: page.anchors.filter((a) => !keys.has(`anchor:${a.id}`)),
    fields: page.fields.filter((f) => !keys.has(`group:${f.group}`)),
    regions: page.regions.filter((r) => !keys.has(`region:${r.id}`)),
    barcodes: page.barcodes.filter((c) => !keys.has(`barcode:${c.id}`)),
  }
}

/** Nearer edges than this are taken to be meant as one line. */
const SNAP_MM = 0.8

/** The shift that lays a box's edge or middle on the nearest line of others; 0 where none is near. */
export function snapOf(box: Box, others: readonly Box[]): { dx: number; dy: number } {
  const lines = (at: number, length: number) => [at, at + length / 2, at + length]
  const nearest = (own: number[], theirs: number[]) => {
    const gaps = own.flatMap((line) => theirs.map((other) => other - line))
    const best = gaps.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? Infinity
    return Math.abs(best) <= SNAP_MM ? best : 0
  }
  return {
    dx: nearest(
      lines(box.x, box.width),
      others.flatMap((o) => lines(o.x, o.width)),
    ),
    dy: nearest(
      lines(box.y, box.height),
      others.flatMap((o) => lines(o.y, o.height)),
    ),
  }
}

export const round = (mm: number): number => Math.round(mm * 100) / 100
