import type { DigitField } from '@hengjuan/domain'
import type { InkView } from '../../align/ink-view.ts'
import { makeWhiteMap } from '../../kernels/white-map.ts'

type Line = [number, number][]

/** Plain digits as strokes in a box 1 wide and 1.5 high around the origin, y downwards. */
const plainDigits: Record<string, Line[]> = {
  '0': [ring(0, 0, 0.38, 0.68)],
  '1': [
    [
      [0, -0.7],
      [0, 0.7],
    ],
  ],
  '2': [
    [
      [-0.38, -0.42],
      [-0.2, -0.68],
      [0.12, -0.7],
      [0.36, -0.42],
      [0.24, -0.08],
      [-0.4, 0.64],
      [0.44, 0.62],
    ],
  ],
  '3': [
    [
      [-0.36, -0.56],
      [0, -0.72],
      [0.32, -0.5],
      [0.2, -0.14],
      [-0.06, -0.05],
      [0.26, 0.06],
      [0.38, 0.38],
      [0.1, 0.7],
      [-0.38, 0.54],
    ],
  ],
  '4': [
    [
      [0.02, -0.7],
      [-0.44, 0.18],
      [0.46, 0.16],
    ],
    [
      [0.2, -0.3],
      [0.16, 0.7],
    ],
  ],
  '5': [
    [
      [-0.26, -0.66],
      [-0.34, -0.08],
      [0.06, -0.18],
      [0.38, 0.12],
      [0.28, 0.56],
      [-0.06, 0.7],
      [-0.38, 0.58],
    ],
    [
      [-0.26, -0.66],
      [0.38, -0.68],
    ],
  ],
  '6': [
    [
      [0.24, -0.7],
      [-0.2, -0.28],
      [-0.38, 0.28],
      [-0.14, 0.66],
      [0.26, 0.6],
      [0.38, 0.28],
      [0.08, 0.04],
      [-0.32, 0.28],
    ],
  ],
  '7': [
    [
      [-0.4, -0.64],
      [0.38, -0.66],
      [-0.08, 0.7],
    ],
  ],
  '8': [ring(0, -0.36, 0.28, 0.32), ring(0, 0.34, 0.36, 0.36)],
  '9': [
    ring(-0.02, -0.36, 0.32, 0.34),
    [
      [0.3, -0.4],
      [0.28, 0.7],
    ],
  ],
}

/** Marks that are no digits. */
const otherMarks: Record<string, Line[]> = {
  dot: [
    [
      [0.3, 0.5],
      [0.34, 0.52],
    ],
  ],
  tick: [
    [
      [-0.4, 0.05],
      [-0.1, 0.5],
      [0.5, -0.6],
    ],
  ],
  'crossed out': [
    ring(0, 0, 0.38, 0.68),
    ...[-0.5, -0.3, -0.1, 0.1, 0.3, 0.5].map((y): Line => [
      [-0.6, y],
      [0.6, y - 0.25],
    ]),
  ],
  scribble: [
    Array.from({ length: 40 }, (_, i): [number, number] => [
      0.5 * Math.sin(i * 2.4),
      0.65 * Math.cos(i * 1.7),
    ]),
  ],
}

export interface WrittenBox {
  /** A digit, the name of another mark, or nothing. */
  mark: string
  /** Share of the box's height. */
  size?: number
  /** From the middle of the box, millimetres. */
  at?: [number, number]
  widthMm?: number
  ink?: number
}

const pxPerMm = 8
const pitchMm = 10

/** A strip of paper with a row of printed boxes, written in. */
export function paintBoxes(
  boxes: readonly WrittenBox[],
  more: Partial<DigitField> = {},
): { view: InkView; field: DigitField } {
  const width = (boxes.length * pitchMm + 20) * pxPerMm
  const height = 24 * pxPerMm
  const data = new Uint8Array(width * height).fill(246)
  const cells = boxes.map((_, i) => ({ xMm: 15 + i * pitchMm, yMm: 12, widthMm: 8, heightMm: 9 }))
  const stroke = (line: Line, widthMm: number, grey: number) => {
    const reach = (widthMm * pxPerMm) / 2
    for (let i = 1; i < line.length; i++) {
      const [[x0, y0], [x1, y1]] = [line[i - 1]!, line[i]!]
      const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) * pxPerMm * 2)
      for (let step = 0; step <= steps; step++) {
        const x = (x0 + ((x1 - x0) * step) / steps) * pxPerMm
        const y = (y0 + ((y1 - y0) * step) / steps) * pxPerMm
        for (let v = Math.floor(y - reach - 1); v <= y + reach + 1; v++) {
          for (let u = Math.floor(x - reach - 1); u <= x + reach + 1; u++) {
            const cover = Math.min(1, reach + 0.5 - Math.hypot(u + 0.5 - x, v + 0.5 - y))
            if (cover > 0)
              data[v * width + u] = Math.min(data[v * width + u]!, 246 - (246 - grey) * cover)
          }
        }
      }
    }
  }
  boxes.forEach(({ mark, size = 0.62, at = [0, 0], widthMm = 0.45, ink = 0.85 }, i) => {
    const { xMm, yMm } = cells[i]!
    stroke(
      [
        [-4, -4.5],
        [4, -4.5],
        [4, 4.5],
        [-4, 4.5],
        [-4, -4.5],
      ].map(([x, y]) => [xMm + x!, yMm + y!]),
      0.18,
      80,
    )
    const scale = (size * 9) / 1.5
    for (const line of plainDigits[mark] ?? otherMarks[mark] ?? [])
      stroke(
        line.map(([x, y]) => [xMm + at[0] + x * scale, yMm + at[1] + y * scale]),
        widthMm,
        246 * (1 - ink),
      )
  })
  const gray = { data, width, height }
  const white = makeWhiteMap(gray)
  return {
    view: { gray, white, toPx: [pxPerMm, 0, 0, 0, pxPerMm, 0, 0, 0, 1], inkShare: 0.1 },
    field: { id: 'score:9', blockKey: '9', decimals: 0, cells, ...more },
  }
}

function ring(x: number, y: number, a: number, b: number): Line {
  return Array.from({ length: 17 }, (_, i): [number, number] => {
    const t = (i / 16) * 2 * Math.PI - Math.PI / 2
    return [x + a * Math.cos(t), y + b * Math.sin(t)]
  })
}
