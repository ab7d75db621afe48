import type { FieldReading, OmrTemplate, PageReading, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import { jacobian, project } from '../kernels/homography.ts'
import { cross, drawOver, polygon, text } from './svg.ts'

const colours = {
  read: '#0a8f3c',
  doubtful: '#d9480f',
  empty: '#8aa4c8',
  anchor: '#1864ab',
  missing: '#e03131',
  region: '#7048e8',
}

/** Draws what was found over the scan: anchors, bubbles with their verdict, regions, reasons. */
export async function drawReading(
  gray: Gray,
  reading: PageReading,
  template: OmrTemplate,
): Promise<Uint8Array> {
  const page = template.pages.find((p) => p.page === reading.page)
  const shapes = [
    ...(page ? drawAnchors(reading, page) : []),
    ...reading.regions.map((region) => polygon(region.quadPx, colours.region, 2)),
    ...(page ? reading.fields.flatMap((field) => drawField(field, reading, page)) : []),
    ...(page ? drawDigits(reading, page) : []),
    ...(page && reading.fields.length === 0 ? drawTemplate(reading, page) : []),
    ...drawNotes(reading, gray),
  ]
  return drawOver(gray, shapes)
}

function drawAnchors(reading: PageReading, page: TemplatePage): string[] {
  const { registration } = reading
  if (!registration) return []
  return registration.anchors.flatMap((found) => {
    const anchor = page.anchors.find((a) => a.id === found.id)
    if (!anchor) return []
    const colour = found.found ? colours.anchor : colours.missing
    const box = boxAround(registration.homography, anchor, anchor, 3)
    return [box(colour), cross(found.xPx, found.yPx, 10, colour)]
  })
}

/** Nothing was read: show where the template would have looked. */
function drawTemplate(reading: PageReading, page: TemplatePage): string[] {
  const { registration } = reading
  if (!registration) return []
  return page.fields.flatMap((field) =>
    field.bubbles.map((b) => boxAround(registration.homography, b, b, 1)(colours.missing)),
  )
}

/** A box of the sheet in its place on the scan, as a function of the colour. */
function boxAround(
  homography: readonly number[],
  at: { xMm: number; yMm: number },
  size: { widthMm: number; heightMm: number },
  line: number,
): (colour: string) => string {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]): [number, number] => {
    const p = project(
      homography,
      at.xMm + (x! * size.widthMm) / 2,
      at.yMm + (y! * size.heightMm) / 2,
    )
    return [p.x, p.y]
  })
  return (colour) => polygon(corners, colour, line)
}

function drawField(field: FieldReading, reading: PageReading, page: TemplatePage): string[] {
  const shape = page.fields.find((f) => f.id === field.id)
  const homography = reading.registration?.homography
  if (!shape || !homography) return []
  const chosen = new Set(field.values)
  const shapes = field.bubbles.flatMap((bubble, i) => {
    const printed = shape.bubbles[i]
    if (!printed) return []
    const value = field.kind === 'examNo' ? field.values[bubble.column] : null
    const isChosen =
      field.kind === 'score'
        ? bubble.filled > 0.5
        : value === null
          ? chosen.has(bubble.value)
          : value === bubble.value
    const isWeak = field.doubtful && bubble.filled > 0.02
    const colour = isWeak ? colours.doubtful : isChosen ? colours.read : colours.empty
    const outline = bubbleOutline(homography, printed, bubble, colour, isChosen || isWeak ? 3 : 1)
    return isWeak
      ? [outline, text(bubble.xPx, bubble.yPx - 16, bubble.darkness.toFixed(2), 13, colour)]
      : [outline]
  })
  const first = field.bubbles[0]
  if (field.doubtful && first) {
    const label = `${field.id} ${field.reason}`
    shapes.push(text(first.xPx - 10, first.yPx - 30, label, 16, colours.doubtful))
  }
  return shapes
}

/** Boxes of handwritten digits with what is proposed for each; green where it is as good as sure. */
function drawDigits(reading: PageReading, page: TemplatePage): string[] {
  const homography = reading.registration?.homography
  if (!homography) return []
  return (reading.digits ?? []).flatMap((field) => {
    const shape = page.digitFields?.find(({ id }) => id === field.id)
    return field.cells.flatMap((cell, i) => {
      const box = shape?.cells[i]
      if (!box || cell.digit === ' ') return []
      const colour = cell.confidence >= 0.99 ? colours.read : colours.doubtful
      const note = `${cell.digit} ${(cell.confidence * 100).toFixed(0)}%`
      const above = (box.heightMm / 2) * jacobian(homography, box.xMm, box.yMm).yy
      return [
        bubbleOutline(homography, box, cell, colour, 2),
        text(cell.xPx - 24, cell.yPx - Math.abs(above) - 6, note, 16, colour),
      ]
    })
  })
}

/** The bubble where it was measured, which local alignment may have moved. */
function bubbleOutline(
  homography: readonly number[],
  printed: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  found: { xPx: number; yPx: number },
  colour: string,
  line: number,
): string {
  const j = jacobian(homography, printed.xMm, printed.yMm)
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]): [number, number] => {
    const dx = (x! * printed.widthMm) / 2
    const dy = (y! * printed.heightMm) / 2
    return [found.xPx + j.xx * dx + j.xy * dy, found.yPx + j.yx * dx + j.yy * dy]
  })
  return polygon(corners, colour, line)
}

const statusNames = { ok: '已读取', doubtful: '有存疑项', rejected: '未能读取' } as const

function drawNotes(reading: PageReading, gray: Gray): string[] {
  const size = Math.max(14, Math.round(gray.width / 70))
  const { registration, status } = reading
  const place = registration
    ? `第 ${reading.page ?? '?'} 页，转 ${registration.rotation}°，斜 ${registration.skewDeg}°，定位误差 ${registration.residualMm} 毫米`
    : '未定位'
  const lines = [`${statusNames[status]}：${place}`, ...reading.issues.map((i) => i.message)]
  return lines.map((line, i) =>
    text(
      size,
      size * 1.4 * (i + 1),
      line,
      size,
      status === 'ok' ? colours.anchor : colours.missing,
    ),
  )
}
