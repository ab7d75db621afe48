import { expect, test } from 'vitest'
import type { Gray } from './gray.ts'
import { copyPage, heldPage, holdPage, PageMemory } from './page-memory.ts'

const page = (size: number, value: number): Gray => ({
  data: new Uint8Array(size * size).fill(value),
  width: size,
  height: size,
})

test('a held page lies in its memory and is not copied again', () => {
  const memory = new PageMemory()
  const held = holdPage(page(100, 7), memory)
  expect(held.data).toHaveLength(10_000)
  expect(held.data.every((value) => value === 7)).toBe(true)
  expect(holdPage(held, memory)).toBe(held)
  expect(heldPage(held)).toEqual({ memory, at: held.data.byteOffset })
})

test('the next page takes the place of the last, and a larger one needs new views', () => {
  const memory = new PageMemory()
  const first = holdPage(page(100, 1), memory)
  const second = holdPage(page(100, 2), memory)
  expect(first.data[0]).toBe(2)
  const large = holdPage(page(6000, 3), memory)
  expect(large.data[35_999_999]).toBe(3)
  expect(() => heldPage(second)).toThrow('no longer held')
})

test('what is reserved stays apart from the page and from what was reserved before', () => {
  const memory = new PageMemory()
  const held = holdPage(page(100, 9), memory)
  const [one, other] = [memory.reserve(1000)!, memory.reserve(1000)!]
  memory.bytes.fill(1, one, one + 1000)
  memory.bytes.fill(2, other, other + 1000)
  expect(held.data.every((value) => value === 9)).toBe(true)
  expect(memory.bytes[one + 999]).toBe(1)
  expect(memory.reserve(1 << 30)).toBeNull()
  holdPage(page(100, 8), memory)
  expect(memory.reserve(1000)).toBe(one)
})

test('a page that lies elsewhere is copied, with every change made to it', () => {
  const loose = page(80, 5)
  const { memory, at } = heldPage(loose)
  const kept = memory.reserve(100)!
  loose.data[17] = 200
  expect(heldPage(loose)).toEqual({ memory, at })
  expect(memory.bytes[at + 17]).toBe(200)
  expect(memory.reserve(100)).toBeGreaterThan(kept)
})

test('a page that is worked on again begins with all of the room', () => {
  const memory = new PageMemory()
  const held = holdPage(page(100, 9), memory)
  const first = memory.reserve(1000)
  expect(holdPage(held, memory)).toBe(held)
  expect(memory.reserve(1000)).toBe(first)
})

test('planes, and the colours they are made from, lie apart; what is reserved takes the colours’ place', () => {
  const memory = new PageMemory()
  const { planes, colours } = memory.holdPlanes(1000)
  planes.forEach((plane, i) => plane.fill(i + 1))
  colours.fill(9)
  expect(planes.map((plane) => [plane[0], plane[999]])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  expect(colours).toHaveLength(3000)
  expect(memory.reserve(1000)).toBe(colours.byteOffset)
})

test('a copy lies in the memory of its page and leaves it alone', () => {
  const memory = new PageMemory()
  const held = holdPage(page(3000, 7), memory)
  const copy = copyPage(held)
  expect(heldPage(copy)).toEqual({ memory, at: copy.data.byteOffset })
  expect(copy.data.subarray(-2)).toEqual(Uint8Array.of(7, 7))
  copy.data.fill(8)
  expect(held.data.every((value) => value === 7)).toBe(true)
  expect(memory.rest().size).toBeGreaterThan(held.data.length)
})

test('a copy of a page without a memory has its own', () => {
  const loose = page(10, 7)
  const copy = copyPage(loose)
  copy.data.fill(8)
  expect(loose.data[0]).toBe(7)
})
