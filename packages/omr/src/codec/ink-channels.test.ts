import { expect, test } from 'vitest'
import { PageMemory } from '../kernels/page-memory.ts'
import { randomFrom } from '../testing/random.ts'
import type { InkColour, RgbPage } from './ink-channels.ts'
import { splitChannels } from './ink-channels.ts'

function noise(width: number, height: number): RgbPage {
  const random = randomFrom(4)
  return {
    data: Uint8Array.from({ length: 3 * width * height }, () => 256 * random()),
    width,
    height,
  }
}

const memory = new PageMemory()

test.for([
  ['red', 0, 1],
  ['green', 1, 0],
  ['blue', 2, 0],
] as [InkColour, number, number][])(
  'a card printed in %s is kept in its own channel, seen as luma, hidden where it is dark',
  ([colour, own, dark]) => {
    const page = noise(101, 67)
    const { seen, kept, hidden } = splitChannels(page, colour, memory)
    const pixels = Array.from({ length: 101 * 67 }, (_, i) => page.data.subarray(3 * i, 3 * i + 3))
    expect([...kept.data]).toEqual(pixels.map((pixel) => pixel[own]))
    expect([...hidden.data]).toEqual(pixels.map((pixel) => pixel[dark]))
    expect([...seen.data]).toEqual(pixels.map(([r, g, b]) => (77 * r! + 150 * g! + 29 * b!) >> 8))
  },
)

test.for([
  [2, false, 'dust'],
  [3, true, 'print'],
] as const)('%i coloured pixels of ten thousand: colour is %s, it is %s', ([count, hasColour]) => {
  const page = { data: new Uint8Array(30_000).fill(200), width: 100, height: 100 }
  // The last pixels: nothing behind them may be counted too.
  for (let i = 0; i < count; i++) page.data[29_998 - 3 * i] = 100
  expect(splitChannels(page, 'red', memory).hasColour).toBe(hasColour)
})

test('colours that were decoded into the memory are split where they lie', () => {
  const page = noise(40, 30)
  const elsewhere = splitChannels(page, 'red', new PageMemory()).kept.data.slice()
  const { colours } = memory.holdPlanes(40 * 30)
  colours.set(page.data)
  expect(splitChannels({ ...page, data: colours }, 'red', memory).kept.data).toEqual(elsewhere)
})
