import type { GreyPage, Random } from '@hengjuan/scan-simulator'

export type Point = readonly [xMm: number, yMm: number]

/** What a pen leaves, in millimetres and shares of black. */
export interface Pen {
  name: string
  darkness: number
  widthMm: number
  /** Share of the darkness that the paper's tooth takes away in places. */
  grain: number
}

export const PENS: readonly Pen[] = [
  { name: '0.5 mm gel pen', darkness: 0.88, widthMm: 0.45, grain: 0.03 },
  { name: 'thin ball pen', darkness: 0.68, widthMm: 0.3, grain: 0.1 },
  { name: '2B pencil', darkness: 0.62, widthMm: 0.5, grain: 0.25 },
  { name: 'HB pencil', darkness: 0.45, widthMm: 0.4, grain: 0.3 },
  { name: 'faint pencil', darkness: 0.3, widthMm: 0.35, grain: 0.35 },
]

/** Draws a stroke through points, round at its ends; it only darkens. */
export function drawLine(
  page: GreyPage,
  points: readonly Point[],
  pen: Omit<Pen, 'name'>,
  random: Random,
): void {
  for (const [i, [x1, y1]] of points.entries()) {
    const [x0, y0] = points[Math.max(0, i - 1)]!
    const steps = Math.max(1, Math.ceil((Math.hypot(x1 - x0, y1 - y0) * page.pixelsPerMm) / 0.7))
    for (let k = 1; k <= steps; k++) {
      dab(page, x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps, pen, random)
    }
  }
}

function dab(
  page: GreyPage,
  xMm: number,
  yMm: number,
  { darkness, widthMm, grain }: Omit<Pen, 'name'>,
  random: Random,
): void {
  const { grey, widthPx, heightPx, pixelsPerMm } = page
  const [x, y] = [xMm * pixelsPerMm, yMm * pixelsPerMm]
  const radius = (widthMm * pixelsPerMm) / 2
  const reach = radius + 0.5
  for (
    let row = Math.max(0, Math.floor(y - reach));
    row <= Math.min(heightPx - 1, y + reach);
    row++
  ) {
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column <= Math.min(widthPx - 1, x + reach);
      column++
    ) {
      const cover = Math.min(1, reach - Math.hypot(column + 0.5 - x, row + 0.5 - y))
      if (cover <= 0) continue
      const at = row * widthPx + column
      const level = 255 * (1 - darkness * cover * (1 - grain * random.next()))
      if (level < grey[at]!) grey[at] = level
    }
  }
}

/** A candidate's shortest answers; what is drawn lies around the origin and is about `size` tall. */
export const SHORT_ANSWERS: Record<string, readonly (readonly Point[])[]> = {
  'a dot': [
    [
      [0, 0],
      [0.02, 0.02],
    ],
  ],
  'a minus': [
    [
      [-0.3, 0],
      [0.3, -0.02],
    ],
  ],
  'one stroke': [
    [
      [0.02, -0.5],
      [-0.02, 0.5],
    ],
  ],
  'the digit 0': [
    Array.from({ length: 17 }, (_, i): Point => [
      0.32 * Math.sin((i * Math.PI) / 8),
      -0.5 * Math.cos((i * Math.PI) / 8),
    ]),
  ],
  'the letter A': [
    [
      [-0.35, 0.5],
      [0, -0.5],
      [0.35, 0.5],
    ],
    [
      [-0.22, 0.1],
      [0.22, 0.1],
    ],
  ],
  'a tick': [
    [
      [-0.4, 0],
      [-0.1, 0.4],
      [0.5, -0.5],
    ],
  ],
}

/** Fills an area with lines of strokes that look like characters from reading distance. */
export function writeText(
  page: GreyPage,
  area: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  pen: Pen,
  random: Random,
): void {
  const size = 4.8
  for (let y = area.yMm + 5; y < area.yMm + area.heightMm - 3; y += 8) {
    for (let x = area.xMm + 4; x < area.xMm + area.widthMm - 4; x += size * 1.1) {
      for (let k = random.integer(4, 8); k > 0; k--) {
        const at = (): Point => [
          x + random.between(-0.42, 0.42) * size,
          y + random.between(-0.45, 0.45) * size,
        ]
        const [start, end] = [at(), at()]
        const middle: Point = [
          (start[0] + end[0]) / 2 + random.between(-0.08, 0.08) * size,
          (start[1] + end[1]) / 2 + random.between(-0.08, 0.08) * size,
        ]
        drawLine(page, [start, middle, end], pen, random)
      }
    }
  }
}
