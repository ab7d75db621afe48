import { expect, test } from 'vitest'
import type { Gray } from './gray.ts'
import { warpQuad } from './warp.ts'

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
