import { loadSharp } from '../codec/sharp-codec.ts'
import type { Gray } from '../kernels/gray.ts'

/** Shapes to lay over a picture, in its pixels. */
export const polygon = (
  points: readonly (readonly [number, number])[],
  colour: string,
  line: number,
) =>
  `<polygon points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${line}"/>`

export const cross = (x: number, y: number, r: number, colour: string) =>
  `<path d="M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}" stroke="${colour}" stroke-width="2"/>`

export const text = (
  x: number,
  y: number,
  content: string,
  size: number,
  colour: string,
  anchor: 'start' | 'middle' = 'start',
) =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" font-size="${size}" fill="${colour}" stroke="#fff" stroke-width="3" paint-order="stroke" text-anchor="${anchor}">${escapeXml(content)}</text>`

const escapeXml = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The picture with shapes over it, as PNG. */
export async function drawOver(gray: Gray, shapes: readonly string[]): Promise<Uint8Array> {
  const { width, height } = gray
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Sans CJK SC, Noto Sans SC, sans-serif">${shapes.join('')}</svg>`
  const sharp = await loadSharp()
  // Two steps: within one, sharp would turn the drawing grey together with the page.
  const page = await sharp(gray.data, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(page)
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 4 })
    .toBuffer()
}
