import type { TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { elementsOf, moved, removed, resized, snapOf } from './elements.ts'
import { copied, fieldsOf, type GroupSpec, lastNo, specOf, withSpec } from './group-spec.ts'

const spec: GroupSpec = {
  name: 'g1',
  kind: 'choice',
  first: 1,
  lines: 5,
  options: 4,
  letters: 'ABCD',
  direction: 'horizontal',
  multiple: false,
  outlined: true,
  shape: 'rect',
  x: 30,
  y: 100,
  pitchX: 7,
  pitchY: 6,
  width: 5,
  height: 3,
}
const page: TemplatePage = {
  page: 1,
  widthMm: 210,
  heightMm: 297,
  anchors: [
    { id: 'TL', kind: 'square', role: 'corner', xMm: 10, yMm: 10, widthMm: 5, heightMm: 5 },
  ],
  pageCode: null,
  barcodes: [],
  fields: fieldsOf(spec),
  regions: [],
}

test('a grid is read back as it was laid out', () => {
  expect(specOf(page, 'g1')).toEqual(spec)
  expect(elementsOf(page).map(({ label }) => label)).toEqual(['定位点 TL', '第 1–5 题'])
})

test.for([
  [{ first: 11 }, 'choice:11', 30, '题号改了，框不动'],
  [{ lines: 3 }, 'choice:1', 30, '少两题'],
  [{ pitchX: 8 }, 'choice:1', 30, '间距改了，第一框不动'],
] as const)('%o (%s)', ([change, id, x]) => {
  const after = withSpec(page, spec, { ...spec, ...change })
  expect(after.fields[0]).toMatchObject({ id })
  expect(after.fields[0]!.bubbles[0]!.xMm).toBe(x)
  expect(specOf(after, 'g1')).toEqual({ ...spec, ...change })
})

test('renaming leaves bubbles where they were found, however uneven', () => {
  const bent = {
    ...page,
    fields: page.fields.map((f, i) => ({
      ...f,
      bubbles: f.bubbles.map((b) => ({ ...b, xMm: b.xMm + i * 0.13 })),
    })),
  }
  const before = specOf(bent, 'g1')!
  const after = withSpec(bent, before, { ...before, first: 6 })
  expect(after.fields.map(({ bubbles }) => bubbles)).toEqual(
    bent.fields.map(({ bubbles }) => bubbles),
  )
  expect(after.fields[4]!.id).toBe('choice:10')
})

test('a copy stands beside its original and goes on with the next number', () => {
  const { page: both, name } = copied([page], page, 'g1')
  expect(specOf(both, name)).toEqual({ ...spec, name, first: 6, x: 58 })
  expect(lastNo([both])).toBe(10)
})

test('moving, stretching and deleting touch only what is chosen', () => {
  const keys = new Set(['group:g1'] as const)
  expect(specOf(moved(page, keys, 0.1, -2), 'g1')).toMatchObject({ x: 30.1, y: 98 })
  const box = elementsOf(page)[1]!.box
  const wide = resized(page, 'group:g1', { ...box, width: box.width + 6 })
  expect(specOf(wide, 'g1')).toMatchObject({ x: 30, pitchX: 9, pitchY: 6, width: 5 })
  expect(removed(page, keys)).toMatchObject({ anchors: page.anchors, fields: [] })
})

test.for([
  [10.5, 40, -0.5, 0, '左边对齐'],
  [13, 40, 0, 0, '太远，不吸附'],
  [10.2, 20.3, -0.2, -0.3, '两个方向'],
] as const)('a box at %d, %d snaps by %d, %d (%s)', ([x, y, dx, dy]) => {
  const snap = snapOf({ x, y, width: 5, height: 5 }, [{ x: 10, y: 20, width: 30, height: 8.4 }])
  expect(snap.dx).toBeCloseTo(dx, 9)
  expect(snap.dy).toBeCloseTo(dy, 9)
})
