import { describe, expect, test } from 'vitest'
import {
  bindQuestion,
  type Block,
  edgesOf,
  moved,
  regionOf,
  snapped,
  withNewBlock,
} from './block-draft.ts'

const page = { page: 1, width_mm: 210, height_mm: 297 }
const region = { page: 1, x_mm: 20, y_mm: 40, width_mm: 170, height_mm: 30 }
const block = (key: string, nos: string[]): Block => ({
  block_key: key,
  name: key,
  question_nos: nos,
  regions: [region],
})

describe('a frame', () => {
  test('drawn upwards and to the left is the same frame', () => {
    const down = regionOf(page, { left: 10, top: 10, right: 60, bottom: 40 })
    expect(regionOf(page, { left: 60, top: 40, right: 10, bottom: 10 })).toEqual(down)
  })

  test('stays on the paper and can be taken hold of', () => {
    const edges = edgesOf(regionOf(page, { left: 208, top: 296, right: 260, bottom: 300 }))
    expect(edges.right).toBe(210)
    expect(edges.bottom).toBe(297)
    expect(edges.right - edges.left).toBeGreaterThanOrEqual(5)
  })

  test.for([
    [5, 5, 25, 45],
    [-100, 0, 0, 40],
    [100, 500, 40, 267],
  ] as const)('moved by %s and %s mm lies at %s, %s', ([dx, dy, x, y]) => {
    expect(moved(page, region, dx, dy)).toEqual({ ...region, x_mm: x, y_mm: y })
  })

  test('snaps to a printed edge that is near, and to none that is not', () => {
    const areas = [{ ...region, block_key: '17' }]
    const edges = snapped({ left: 21, top: 44, right: 189, bottom: 69.5 }, areas, 1)
    expect(edges).toEqual({ left: 20, top: 44, right: 190, bottom: 70 })
    expect(snapped({ left: 21, top: 44, right: 189, bottom: 69.5 }, areas, 2).left).toBe(21)
  })
})

test('a question bound to another block leaves its own, in printed order', () => {
  const blocks = [block('a', ['13', '15']), block('b', ['14'])]
  const bound = bindQuestion(blocks, '14', 'a', ['13', '14', '15'])
  expect(bound.map(({ question_nos }) => question_nos)).toEqual([['13', '14', '15'], []])
})

test('a new block has a name and key of its own', () => {
  const { blocks, key } = withNewBlock([block('b2', []), block('题块 3', [])])
  expect(key).toBe('b4')
  expect(blocks.at(-1)?.name).toBe('题块 4')
})
