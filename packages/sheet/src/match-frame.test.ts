import { milli, type QuestionType, type SheetDesign } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { Primitive } from './geometry.ts'
import { layoutSheet } from './layout-sheet.ts'
import { sampleDesigns } from './samples.ts'

const BOX_MM = 9

/** What is printed inside the frame of a question of a type. */
function printed(type: QuestionType, blanks: number, columns: 1 | 2 = 1) {
  const design: SheetDesign = {
    ...sampleDesigns.mathematics,
    paper: 'A4',
    columns,
    sections: [
      { title: '', questions: [{ no: '9', type, fullMilli: milli(8), blockKey: 'b', blanks }] },
    ],
  }
  const [page] = layoutSheet(design).pages
  const frame = page!.regions.find(({ blockKey }) => blockKey === 'b')
  const isInside = (x: number, y: number) =>
    x > frame!.xMm &&
    x < frame!.xMm + frame!.widthMm &&
    y > frame!.yMm &&
    y < frame!.yMm + frame!.heightMm
  const inside = page!.drawing.filter((one) =>
    one.kind === 'poly'
      ? one.points.every(([x, y]) => isInside(x, y))
      : one.kind === 'line'
        ? isInside(one.x1, one.y1) && isInside(one.x2, one.y2)
        : isInside(one.xMm, one.yMm),
  )
  const texts = inside.flatMap((one) => (one.kind === 'text' ? [one.text] : []))
  return { inside, texts, frame: frame! }
}

const isBox = (one: Primitive) => one.kind === 'rect' && one.widthMm === BOX_MM
const isPoint = (one: Primitive) => one.kind === 'poly'

test.for([
  [12, 5, 1],
  [12, 20, 2],
  [15, 6, 1],
  [15, 20, 2],
] as const)(
  'a question of type %i has a box for each of its %i things',
  ([type, count, columns]) => {
    const { inside } = printed(type, count, columns)
    expect(inside.filter(isBox)).toHaveLength(count)
  },
)

test('boxes to match are numbered, boxes to sort follow one another by arrows', () => {
  expect(printed(12, 3).texts).toEqual(expect.arrayContaining(['1', '2', '3']))
  const arrows = printed(15, 4).inside.filter(({ kind }) => kind === 'line')
  expect(arrows).toHaveLength(3 * 3)
})

test.for([
  ['one above the other where they fit', 5, 1],
  ['left and right where they do not', 14, 2],
] as const)('points to connect stand %s', ([, count, columns]) => {
  const { inside, texts } = printed(14, count, columns)
  const points = inside.filter(isPoint)
  expect(points).toHaveLength(2 * count)
  const last = String.fromCharCode(64 + count)
  expect(texts).toEqual(expect.arrayContaining(['1', String(count), 'A', last]))
})
