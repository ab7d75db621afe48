import { readFileSync } from 'node:fs'
import { servingOrder, similarOrder } from '@hengjuan/domain'
import { createPageCodec } from '@hengjuan/omr'
import { expect, test } from 'vitest'
import { printOf } from './answer-print.ts'

/** What the cells of the pictures say, row by row: by two people, and by three others. */
const PICTURES = [
  { file: 'written-digits.jpg', columns: 9, written: '204420102082218362144201090119101018' },
  { file: 'written-numbers.jpg', columns: 7, written: '018887702039590204729' },
] as const
const CELL = { width: 90, height: 75 } as const
/** An answer area in which one of them is written. */
const AREA = { width: 300, height: 100, left: 20, top: 10 } as const
/** Gray of the paper between the cells. */
const PAPER = 235

type Picture = (typeof PICTURES)[number]

async function papersOf({ file, columns, written }: Picture, firstId: number) {
  const bytes = readFileSync(new URL(`testing/${file}`, import.meta.url))
  const sheet = await createPageCodec().decodeGray(bytes)
  return Array.from(written, (digit, index) => {
    const data = new Uint8Array(AREA.width * AREA.height).fill(PAPER)
    const x0 = (index % columns) * CELL.width
    const y0 = Math.floor(index / columns) * CELL.height
    for (let y = 0; y < CELL.height; y++) {
      const from = (y0 + y) * sheet.width + x0
      data.set(
        sheet.data.subarray(from, from + CELL.width),
        (AREA.top + y) * AREA.width + AREA.left,
      )
    }
    return { id: firstId + index, digit, ink: printOf({ ...AREA, data }) }
  })
}

/** How often two papers that are served one after the other say the same. */
const alike = (digits: readonly string[]): number =>
  digits.filter((digit, index) => index > 0 && digit === digits[index - 1]).length

/** Groups form around whoever comes first in the usual order: one order says little. */
const SALTS = Array.from({ length: 20 }, (_, index) => `salt ${index}`)

test.for([
  ['two people', PICTURES.slice(0, 1), 0.6, 0.25],
  ['three others', PICTURES.slice(1), 0.4, 0.2],
  ['all five', PICTURES, 0.5, 0.2],
] as const)(
  'written digits: digits of %s come one after the other far oftener than by chance',
  async ([, pictures, least, chance]) => {
    const all: Awaited<ReturnType<typeof papersOf>> = []
    for (const picture of pictures) all.push(...(await papersOf(picture, all.length + 1)))
    const inOrder = (placeOf: (id: number) => number) =>
      alike(all.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)).map(({ digit }) => digit))
    const most = all.length - new Set(all.map(({ digit }) => digit)).size
    const shares = SALTS.map((salt) => {
      const steps = similarOrder(
        all.map((paper) => ({ ...paper, place: servingOrder(paper.id, salt) })),
      )
      let step = steps.next()
      while (!step.done) step = steps.next()
      const places = step.value
      return {
        usual: inOrder((id) => servingOrder(id, salt)) / most,
        similar: inOrder((id) => places.get(id) ?? 0) / most,
      }
    })
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(shares.map(({ usual }) => usual))).toBeLessThan(chance)
    expect(mean(shares.map(({ similar }) => similar))).toBeGreaterThan(least)
    expect(shares.filter(({ usual, similar }) => similar <= usual)).toEqual([])
  },
)
