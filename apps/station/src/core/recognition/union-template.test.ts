import { createReaderPool } from '@hengjuan/omr'
import { afterAll, expect, test } from 'vitest'
import {
  otherTemplate,
  pictureBytes,
  type Picture,
  stackTemplate,
} from '../../testing/paper-stack.ts'
import { isNamed, looksFor, settleReading } from './union-template.ts'

const pool = createReaderPool({ size: 1 })
afterAll(() => pool.close())

const templates = [stackTemplate(), otherTemplate()]
const uncoded = {
  ...stackTemplate(),
  id: 'no-code',
  pages: stackTemplate().pages.map((page) => ({ ...page, pageCode: null })),
}

test.for<[picture: Picture, template: string, page: number | null]>([
  ['front', 'sample-english-v1', 1],
  ['back', 'sample-english-v1', 2],
  ['upsideDown', 'sample-english-v1', 1],
  ['otherFront', 'sample-drill-v1', 1],
  ['otherBack', 'sample-drill-v1', 2],
  ['foreign', 'sample-english-v1', null],
  ['blank', 'sample-english-v1', null],
])('%s is told in one look to be of %s, page %s', async ([picture, id, page]) => {
  const [look, ...more] = looksFor(templates)
  expect(more).toEqual([])
  const { reading } = await pool.read({
    bytes: pictureBytes(picture, 1),
    template: look!.template,
  })
  const settled = settleReading(reading, look!, templates)
  expect([settled.reading.templateId, settled.reading.page]).toEqual([id, page])
  expect(settled.reading.pageCode?.page ?? null).toBe(page)
  expect(isNamed(reading)).toBe(page !== null)
})

test('read beside others a page gives exactly the reading that it gives alone', async () => {
  const alone = await pool.read({ bytes: pictureBytes('otherFront', 1), template: templates[1]! })
  const [look] = looksFor(templates)
  const { reading } = await pool.read({
    bytes: pictureBytes('otherFront', 1),
    template: look!.template,
  })
  expect(settleReading(reading, look!, templates).reading).toEqual(alone.reading)
})

test('a sheet without a code is looked at by itself, before the others', () => {
  const looks = looksFor([uncoded, ...templates])
  expect(
    looks.map(({ places }) => places.map(({ at, page }) => `${at}/${page}`).join(' ')),
  ).toEqual(['0/1 0/2', '1/1 1/2 2/1 2/2'])
  expect(looksFor([stackTemplate(), uncoded])).toHaveLength(1)
})

test('of sheets printed with the same codes the first is taken', () => {
  const twin = { ...stackTemplate(), id: 'twin' }
  expect(looksFor([stackTemplate(), twin])[0]?.places.map(({ at }) => at)).toEqual([0, 0])
})

test('sheets read in another colour are a look of their own', () => {
  const red = { ...otherTemplate(), dropout: 'red' as const }
  const looks = looksFor([stackTemplate(), red])
  expect(looks.map(({ template }) => template.dropout)).toEqual([undefined, 'red'])
})
