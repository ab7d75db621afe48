import type { FieldReading, OmrTemplate, PageReading, TemplatePage } from '@hengjuan/domain'
import sharp from 'sharp'
import type { Gray } from '../kernels/gray.ts'
import { jacobian, project } from '../kernels/homography.ts'

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
    ...(page && reading.fields.length === 0 ? drawTemplate(reading, page) : []),
    ...drawNotes(reading, gray),
  ]
  const { width, height } = gray
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Sans CJK SC, Noto Sans SC, sans-serif">${shapes.join('')}</svg>`
  // Two steps: within one, sharp would turn the drawing grey together with the page.
  const page3 = await sharp(gray.data, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(page3)
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 4 })
    .toBuffer()
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
    const isChosen = value === null ? chosen.has(bubble.value) : value === bubble.value
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

const polygon = (points: readonly (readonly [number, number])[], colour: string, line: number) =>
  `<polygon points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${line}"/>`

const cross = (x: number, y: number, r: number, colour: string) =>
  `<path d="M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}" stroke="${colour}" stroke-width="2"/>`

const text = (x: number, y: number, content: string, size: number, colour: string) =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" font-size="${size}" fill="${colour}" stroke="#fff" stroke-width="3" paint-order="stroke">${escapeXml(content)}</text>`

const escapeXml = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
