import type { GreyPage, Random } from '@hengjuan/scan-simulator'
import { drawLine } from '../../scripts/sheet-tests/paper-brush.ts'

/** What paper and scanner add to an area in which nothing is written. */
export type Trouble = 'none' | 'worn scanner' | 'show-through' | 'dirt' | 'fold'

export const TROUBLES: readonly Trouble[] = ['none', 'worn scanner', 'show-through', 'dirt', 'fold']

/** Lays a trouble over a page; a worn scanner is the scanner's matter. */
export function trouble(page: GreyPage, kind: Trouble, random: Random): void {
  if (kind === 'show-through') showThrough(page, random)
  if (kind === 'dirt') dirt(page, random)
  if (kind === 'fold') fold(page, random)
}

/** The other side, closely written, shines through by 5 to 12 % of its darkness, softened by the paper. */
function showThrough(page: GreyPage, random: Random): void {
  const { widthPx, heightPx, pixelsPerMm, grey } = page
  const back: GreyPage = { ...page, grey: new Uint8Array(grey.length).fill(255) }
  const pen = { darkness: 0.88, widthMm: 0.45, grain: 0 }
  for (let y = 20; y < heightPx / pixelsPerMm - 20; y += 9) {
    for (let x = 20; x < widthPx / pixelsPerMm - 20; x += 1.6) {
      const at = (): [number, number] => [
        x + random.between(-1.6, 1.6),
        y + random.between(-2.4, 2.4),
      ]
      drawLine(back, [at(), at()], pen, random)
    }
  }
  const share = random.between(0.05, 0.12)
  const soft = softened(softened(back))
  for (let i = 0; i < grey.length; i++) {
    grey[i] = grey[i]! * (1 - share * (1 - soft.grey[i]! / 255))
  }
}

/** Each pixel becomes the mean of a square about a third of a millimetre wide. */
function softened(page: GreyPage): GreyPage {
  const { widthPx, heightPx, grey } = page
  const reach = Math.max(1, Math.round(page.pixelsPerMm / 6))
  const across = new Uint8Array(grey.length)
  const out = new Uint8Array(grey.length)
  const pass = (
    from: Uint8Array,
    to: Uint8Array,
    lines: number,
    n: number,
    step: number,
    next: number,
  ) => {
    for (let line = 0; line < lines; line++) {
      let sum = 0
      const start = line * next
      for (let i = -reach; i < n; i++) {
        if (i + reach < n) sum += from[start + (i + reach) * step]!
        if (i - reach - 1 >= 0) sum -= from[start + (i - reach - 1) * step]!
        if (i >= 0) {
          const count = Math.min(n - 1, i + reach) - Math.max(0, i - reach) + 1
          to[start + i * step] = sum / count
        }
      }
    }
  }
  pass(grey, across, heightPx, widthPx, 1, widthPx)
  pass(across, out, widthPx, heightPx, widthPx, 1)
  return { ...page, grey: out }
}

/** Dust and crumbs: 20 to 80 specks of up to 0.5 mm on a page. */
function dirt(page: GreyPage, random: Random): void {
  const { widthPx, heightPx, pixelsPerMm } = page
  for (let k = random.integer(20, 80); k > 0; k--) {
    const at = [
      random.between(0, widthPx / pixelsPerMm),
      random.between(0, heightPx / pixelsPerMm),
    ] as const
    const speck = {
      darkness: random.between(0.25, 0.9),
      widthMm: random.between(0.12, 0.5),
      grain: 0.1,
    }
    drawLine(page, [at], speck, random)
  }
}

/** One or two creases across the page: a soft shadow a millimetre or two wide, up to 12 % deep. */
function fold(page: GreyPage, random: Random): void {
  const { widthPx, heightPx, pixelsPerMm, grey } = page
  for (let k = random.integer(1, 2); k > 0; k--) {
    const lying = random.chance(0.5)
    const at = random.between(0.2, 0.8) * (lying ? heightPx : widthPx)
    const wide = random.between(0.4, 1) * pixelsPerMm
    const depth = random.between(0.04, 0.12)
    const slope = random.between(-0.03, 0.03)
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const off = (lying ? y - at - slope * x : x - at - slope * y) / wide
        if (Math.abs(off) > 3) continue
        grey[y * widthPx + x]! *= 1 - depth * Math.exp(-off * off)
      }
    }
  }
}
