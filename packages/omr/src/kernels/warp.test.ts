import { expect, test } from 'vitest'
import type { Gray } from './gray.ts'
import { warpQuad, warpQuadInPlace } from './warp.ts'

const ramp: Gray = (() => {
  const [width, height] = [400, 300]
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data[y * width + x] = x / 2 + y / 6
  return { data, width, height }
})()

const valueAt = (x: number, y: number) => x / 2 + y / 6

test.for([
  [
    [
      [50, 60],
      [250, 60],
      [250, 160],
      [50, 160],
    ],
    200,
    100,
    'straight',
  ],
  [
    [
      [50, 60],
      [249, 70],
      [244, 169],
      [45, 159],
    ],
    200,
    100,
    'turned by three degrees',
  ],
  [
    [
      [50, 60],
      [250, 60],
      [250, 160],
      [50, 160],
    ],
    100,
    50,
    'at half size',
  ],
] as const)('a quadrilateral keeps its brightness, %4$s', ([quad, width, height]) => {
  const out = warpQuad(ramp, quad, width, height)
  const [a, b, c, d] = quad
  for (const [u, v] of [
    [0.1, 0.1],
    [0.5, 0.5],
    [0.9, 0.3],
    [0.3, 0.9],
  ] as const) {
    const x = (a[0] * (1 - u) + b[0] * u) * (1 - v) + (d[0] * (1 - u) + c[0] * u) * v
    const y = (a[1] * (1 - u) + b[1] * u) * (1 - v) + (d[1] * (1 - u) + c[1] * u) * v
    const got = out.data[Math.floor(v * height) * width + Math.floor(u * width)]!
    expect(Math.abs(got - valueAt(x, y))).toBeLessThan(2)
  }
})

test('what lies outside the picture is white', () => {
  const out = warpQuad(
    ramp,
    [
      [-50, -50],
      [50, -50],
      [50, 50],
      [-50, 50],
    ],
    100,
    100,
  )
  expect(out.data[0]).toBe(255)
  expect(out.data[99 * 100 + 99]).toBeLessThan(60)
})

/** Smooth enough that a seventh of a pixel is no more than a few greys. */
const waves: Gray = (() => {
  const [width, height] = [640, 480]
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data[y * width + x] = waveAt(x, y)
  return { data, width, height }
})()

function waveAt(x: number, y: number): number {
  return 128 + 60 * Math.sin(x / 5) + 60 * Math.cos(y / 7 + x / 50)
}

/** Rounding of the picture and of the result, and the height held over a run of eight outputs. */
const mostOff = 5

test.for([
  [0, 1, 'upright'],
  [0.4, 1, 'turned a little'],
  [2.5, 1, 'turned as far as a run allows'],
  [8, 1, 'turned further'],
  [90, 1, 'turned right'],
  [180, 1, 'upside down'],
  [181, 1.01, 'upside down, turned and shrunk a little'],
  [0.4, 4 / 3, 'at three quarters'],
  [1, 1.5, 'at two thirds'],
  [180.5, 1.8, 'upside down at five ninths'],
  [1, 2.4, 'smaller than half'],
  [0.5, 0.7, 'enlarged'],
] as const)('every pixel comes from its place: by %i degrees at 1/%i (%s)', ([degrees, scale]) => {
  const [width, height] = [237, 151]
  const turn = (degrees * Math.PI) / 180
  const place = (u: number, v: number): [number, number] => {
    const [dx, dy] = [(u - width / 2) * scale, (v - height / 2) * scale]
    return [
      320 + dx * Math.cos(turn) - dy * Math.sin(turn),
      240 + dx * Math.sin(turn) + dy * Math.cos(turn),
    ]
  }
  const quad = [place(0, 0), place(width, 0), place(width, height), place(0, height)]
  const out = warpQuad(waves, quad, width, height)
  const inPlace = warpQuadInPlace(waves, quad, width, height)
  expect(inPlace.data).toEqual(out.data)
  let worst = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = place(column + 0.5, row + 0.5)
      if (x < 0 || y < 0 || x > 639 || y > 479) continue
      worst = Math.max(worst, Math.abs(out.data[row * width + column]! - waveAt(x, y)))
    }
  }
  expect(worst).toBeLessThan(mostOff)
})
