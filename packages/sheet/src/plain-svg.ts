import type { PageGeometry } from './geometry.ts'
import type { PlainPrimitive } from './plain-print.ts'

/** Print on a page as an SVG picture in millimetres. */
export function svgOf({ widthMm, heightMm }: PageGeometry, print: PlainPrimitive[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthMm} ${heightMm}" ` +
    `width="${widthMm}mm" height="${heightMm}mm" ` +
    `font-family="'Noto Sans SC','Source Han Sans SC','PingFang SC','Microsoft YaHei',sans-serif">` +
    `<rect width="${widthMm}" height="${heightMm}" fill="#fff"/>${print.map(element).join('')}</svg>`
  )
}

function element(primitive: PlainPrimitive): string {
  switch (primitive.kind) {
    case 'line': {
      const { x1, y1, x2, y2, widthMm, grey, dashMm } = primitive
      const paint = `stroke="${colour(grey)}" stroke-width="${widthMm}"${dash(dashMm)}`
      return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${paint}/>`
    }
    case 'rect': {
      const { xMm, yMm, widthMm, heightMm, strokeMm, strokeGrey = 0, fillGrey, dashMm } = primitive
      const fill = fillGrey === undefined ? 'none' : colour(fillGrey)
      const stroke = strokeMm
        ? ` stroke="${colour(strokeGrey)}" stroke-width="${strokeMm}"${dash(dashMm)}`
        : ''
      const box = `x="${mm(xMm)}" y="${mm(yMm)}" width="${mm(widthMm)}" height="${mm(heightMm)}"`
      return `<rect ${box} fill="${fill}"${stroke}/>`
    }
    case 'poly': {
      const points = primitive.points.map(([x, y]) => `${mm(x)},${mm(y)}`).join(' ')
      const paint = primitive.filled
        ? `fill="${colour(primitive.grey)}"`
        : `fill="none" stroke="${colour(primitive.grey)}" stroke-width="${primitive.strokeMm ?? 0.3}"`
      return `<polyline points="${points}" ${paint}/>`
    }
    case 'image': {
      const { dataUrl, xMm, yMm, widthMm, heightMm } = primitive
      const box = `x="${mm(xMm)}" y="${mm(yMm)}" width="${mm(widthMm)}" height="${mm(heightMm)}"`
      return `<image href="${escaped(dataUrl)}" ${box} preserveAspectRatio="xMidYMid meet"/>`
    }
    case 'text': {
      const { text, xMm, yMm, sizeMm, align, bold, grey } = primitive
      const anchor = { left: 'start', middle: 'middle', right: 'end' }[align]
      const weight = bold ? ' font-weight="bold"' : ''
      return (
        `<text x="${mm(xMm)}" y="${mm(yMm)}" font-size="${mm(sizeMm)}" ` +
        `text-anchor="${anchor}"${weight} fill="${colour(grey)}">${escaped(text)}</text>`
      )
    }
  }
}

const mm = (value: number) => Math.round(value * 1000) / 1000
const dash = (dashMm: number | undefined) => (dashMm ? ` stroke-dasharray="${dashMm}"` : '')
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function colour(grey: number): string {
  const level = Math.round(grey * 255)
  return `rgb(${level},${level},${level})`
}
