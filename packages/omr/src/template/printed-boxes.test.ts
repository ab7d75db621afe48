import { expect, test } from 'vitest'
import { sampleTemplate } from '../testing/sample-template.ts'
import { printedBoxes } from './printed-boxes.ts'

test('anchors, bubbles, codes and areas are boxes by their upper left corner, the corners of the paper are none', () => {
  const [page] = sampleTemplate().pages
  if (!page) throw new Error('the sample has a page')
  const anchor = { id: 'a', role: 'corner', xMm: 10, yMm: 20, widthMm: 5, heightMm: 4 } as const
  const boxes = printedBoxes({
    ...page,
    anchors: [
      { ...anchor, kind: 'square' },
      { ...anchor, kind: 'page-corner' },
    ],
  })
  expect(boxes[0]).toEqual([7.5, 18, 5, 4])
  const bubbles = page.fields.flatMap((field) => field.bubbles)
  const digits = (page.digitFields ?? []).flatMap(({ cells }) => cells)
  const areas = [...page.barcodes, ...page.regions]
  expect(boxes).toHaveLength(1 + bubbles.length + digits.length + areas.length)
  const [bubble] = bubbles
  if (!bubble) throw new Error('the sample has bubbles')
  const [x, y, width, height] = boxes[1] ?? [0, 0, 0, 0]
  expect(x + width / 2).toBeCloseTo(bubble.xMm, 1)
  expect(y + height / 2).toBeCloseTo(bubble.yMm, 1)
  for (const { xMm, yMm } of areas)
    expect(boxes.some((box) => Math.hypot(box[0] - xMm, box[1] - yMm) < 0.02)).toBe(true)
})
