import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { holdPage, PageMemory } from '../kernels/page-memory.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { randomFrom } from '../testing/random.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { loadTemplate } from '../template/load-template.ts'
import { encodeGray } from './jpeg-encoder.ts'
import { acTable, codesOf, dcTable } from './jpeg-huffman.ts'
import { readJpegHeader } from './picture-format.ts'

const drawn = (width: number, height: number, at: (x: number, y: number) => number): Gray => ({
  data: Uint8Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
  width,
  height,
})

/** What a reader of JPEG that is not ours makes of a file. */
async function seenBy(jpeg: Uint8Array): Promise<Gray> {
  const picture = sharp(jpeg, { failOn: 'warning' }).toColourspace('b-w').raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(1)
  return { data, width: info.width, height: info.height }
}

const usual = ({ data, width, height }: Gray, quality: number) =>
  sharp(data.slice(), { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer()

function worst(a: Gray, b: Gray): number {
  expect([b.width, b.height, b.data.length]).toEqual([a.width, a.height, a.data.length])
  return a.data.reduce((most, value, i) => Math.max(most, Math.abs(value - b.data[i]!)), 0)
}

/** Decibels. */
function likeness(a: Gray, b: Gray): number {
  const sum = a.data.reduce((total, value, i) => total + (value - b.data[i]!) ** 2, 0)
  return 10 * Math.log10((255 * 255 * a.data.length) / sum)
}

const random = randomFrom(7)
const sheet = (() => {
  const page = loadTemplate(sampleTemplate()).pages[0]!
  return scanSheet(paintSheet(page, { marks: [], writing: 2 }), page, { dpi: 100 }).gray
})()
const shade = drawn(203, 117, (x, y) => 120 + 0.5 * x + 0.3 * y)
const noise = drawn(240, 160, () => 255 * random())

/** Ours rounds what lies between two steps down, and others up: so much likeness may go with the bytes. */
const likenessLost = 0.1

describe.each([30, 60, 80, 95])('at quality %i', (quality) => {
  test.for([
    ['a written sheet', sheet],
    ['a shade', shade],
    ['noise', noise],
  ] as const)('%s is as exact as from libjpeg', async ([, picture]) => {
    const jpeg = encodeGray(picture, quality)
    expect(readJpegHeader(jpeg)).toMatchObject({
      width: picture.width,
      height: picture.height,
      components: 1,
    })
    const other = await seenBy(await usual(picture, quality))
    expect(likeness(picture, await seenBy(jpeg))).toBeGreaterThan(
      likeness(picture, other) - likenessLost,
    )
  })

  test('a written sheet is smaller than from libjpeg with its usual codes', async () => {
    expect(encodeGray(sheet, quality).length).toBeLessThan((await usual(sheet, quality)).length)
  })
})

test.for([
  [1, 1],
  [7, 9],
  [8, 8],
  [9, 7],
  [17, 3],
  [3, 40],
  [641, 33],
] as const)('%i x %i pixels keep their size and their edges', async ([width, height]) => {
  const picture = drawn(width, height, (x, y) => 100 + x * 0.15 + y)
  expect(worst(picture, await seenBy(encodeGray(picture, 90)))).toBeLessThanOrEqual(4)
})

test('a plain picture is as plain afterwards', async () => {
  for (const grey of [0, 1, 127, 128, 129, 254, 255]) {
    const picture = drawn(24, 16, () => grey)
    expect(worst(picture, await seenBy(encodeGray(picture, 95)))).toBeLessThanOrEqual(1)
  }
})

/** Of the 64 waves of the transform, one below the other, the pictures that are largest in each. */
const steepest = drawn(32, 16 * 64, (x, y) => {
  const [u, v] = [(y >> 4) & 7, y >> 7]
  const wave =
    Math.cos(((2 * (x & 7) + 1) * u * Math.PI) / 16) *
    Math.cos(((2 * (y & 7) + 1) * v * Math.PI) / 16)
  // Every other block is turned round, which the means notice most.
  return wave > 0 === ((x ^ y) & 8) > 0 ? 255 : 0
})

test.for([1, 40, 75, 100])('the steepest pictures stay whole at quality %i', async (quality) => {
  const other = likeness(steepest, await seenBy(await usual(steepest, quality)))
  // Theirs may be exact, since one number says all of these blocks.
  const wanted = Math.min(other, 60) - 1
  expect(likeness(steepest, await seenBy(encodeGray(steepest, quality)))).toBeGreaterThan(wanted)
})

test('the file is the same wherever the picture lies', () => {
  const memory = new PageMemory()
  const held = holdPage(noise, memory)
  expect(encodeGray(held, 70)).toEqual(encodeGray(noise, 70))
  expect(worst(noise, held)).toBe(0)
})

test('a memory that is full is left for another', async () => {
  const memory = new PageMemory()
  const held = holdPage(noise, memory)
  while (memory.rest().size > 4096) memory.reserve(Math.min(memory.rest().size - 4000, 1 << 20))
  const before = memory.bytes.length
  expect(worst(await seenBy(encodeGray(noise, 70)), await seenBy(encodeGray(held, 70)))).toBe(0)
  expect(memory.bytes.length).toBe(before)
})

test('files of different qualities do not mix', async () => {
  const [fine, coarse] = [encodeGray(sheet, 90), encodeGray(sheet, 30)]
  expect(encodeGray(sheet, 90)).toEqual(fine)
  expect(coarse.length).toBeLessThan(fine.length)
})

test('a picture of no size or beyond the format is refused', () => {
  const data = new Uint8Array(70_000)
  for (const [width, height] of [
    [0, 8],
    [8, 0],
    [70_000, 1],
    [1, 70_000],
  ] as const) {
    expect(() => encodeGray({ data, width, height }, 60)).toThrow('no JPEG has')
  }
  expect(() => encodeGray({ data, width: 1000, height: 1000 }, 60)).toThrow('no longer held')
})

test.for([
  ['steps of the mean', dcTable, 12],
  ['coefficients', acTable, 162],
] as const)('the codes of %s are prefix codes, none of them all ones', ([, table, symbols]) => {
  const codes = [...codesOf(table).values()]
  expect(codes).toHaveLength(symbols)
  const texts = codes.map(({ code, length }) => code.toString(2).padStart(length, '0'))
  expect(texts.every((text, i) => text.length === codes[i]!.length && text.includes('0'))).toBe(
    true,
  )
  for (const text of texts) {
    expect(texts.filter((other) => other.startsWith(text))).toEqual([text])
  }
})
