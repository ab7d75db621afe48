import type { TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { lettersOf, merged, split } from './group-parts.ts'
import { fieldsOf, type GroupSpec, specOf, withSpec } from './group-spec.ts'

const spec: GroupSpec = {
  name: 'g1',
  kind: 'choice',
  first: 1,
  lines: 4,
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
const pageOf = (...specs: GroupSpec[]): TemplatePage => ({
  page: 1,
  widthMm: 210,
  heightMm: 297,
  anchors: [],
  pageCode: null,
  barcodes: [],
  fields: specs.flatMap(fieldsOf),
  regions: [],
})
const page = pageOf(spec)
const valuesOf = ({ fields }: TemplatePage) =>
  fields.map(({ id, bubbles }) => `${id} ${bubbles.map(({ value }) => value).join('')}`)

test('options take the letters that are printed in them and stay where they are', () => {
  const after = withSpec(page, spec, { ...spec, letters: 'ABEH' })
  expect(valuesOf(after)[0]).toBe('choice:1 ABEH')
  expect(after.fields.map(({ bubbles }) => bubbles.map(({ xMm }) => xMm))).toEqual(
    page.fields.map(({ bubbles }) => bubbles.map(({ xMm }) => xMm)),
  )
  expect(specOf(after, 'g1')?.letters).toBe('ABEH')
  const more = withSpec(page, spec, { ...spec, letters: 'NRUWY', options: 5 })
  expect(valuesOf(more)[3]).toBe('choice:4 NRUWY')
})

test.for([
  ['abeh', 'ABEH', '小写也可以'],
  ['A、B E,H', 'ABEH', '分隔符不算'],
  ['ABA', null, '重复'],
  ['A1', null, '不是字母'],
  ['', null, '空'],
] as const)('%s as option letters is %s (%s)', ([text, letters]) => {
  expect(lettersOf(text)).toBe(letters)
})

test('a grid is cut between questions: nothing is renamed, nothing moves', () => {
  const cut = split([page], page, 'g1', { across: 'lines', after: 1 })
  expect(cut.page.fields.map(({ group }) => group)).toEqual(['g1', 'n1', 'n1', 'n1'])
  expect(valuesOf(cut.page)).toEqual(valuesOf(page))
  expect(merged(cut.page, cut.names)).toEqual(page)
})

test('a grid is cut between options: the right half are questions of their own', () => {
  const cut = split([page], page, 'g1', { across: 'options', after: 2 })
  expect(valuesOf(cut.page).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((no) => `choice:${no} AB`))
  expect(specOf(cut.page, 'n1')).toMatchObject({ first: 5, lines: 4, options: 2, x: 44 })
})

test('what was cut between options is one again when it is merged', () => {
  const cut = split([page], page, 'g1', { across: 'options', after: 2 })
  expect(merged(cut.page, cut.names)).toEqual(page)
  const vertical = pageOf({ ...spec, direction: 'vertical', lines: 1 })
  const halves = split([vertical], vertical, 'g1', { across: 'options', after: 2 })
  expect(merged(halves.page, halves.names)).toEqual(vertical)
})

test('questions further along stay questions of their own', () => {
  const beside = { ...spec, name: 'g2', first: 5, x: 70 }
  const whole = merged(pageOf(spec, beside), ['g1', 'g2'])
  expect(whole?.fields.map(({ id, group }) => `${id} ${group}`)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((no) => `choice:${no} g1`),
  )
})

test.for([0, 4, 9])('a cut after %d of four questions leaves the grid whole', (after) => {
  expect(split([page], page, 'g1', { across: 'lines', after })).toEqual({ page, names: ['g1'] })
})

test('digits left of an exam number become its first digits', () => {
  const vertical = { ...spec, direction: 'vertical', options: 10, letters: '' } as const
  const number: GroupSpec = { ...vertical, name: 'examNo', kind: 'examNo', first: 0, x: 60 }
  const digits: GroupSpec = { ...vertical, name: 'g2', kind: 'digits', lines: 2, first: 5, x: 40 }
  const whole = merged(pageOf(number, digits), ['examNo', 'g2'])
  expect(whole?.fields).toHaveLength(1)
  expect(specOf(whole!, 'examNo')).toMatchObject({ kind: 'examNo', lines: 6, options: 10, x: 40 })
})

test('questions and a number, or a single grid, are not made one', () => {
  const number: GroupSpec = { ...spec, name: 'examNo', kind: 'examNo', first: 0, y: 200 }
  expect(merged(pageOf(spec, number), ['g1', 'examNo'])).toBeNull()
  expect(merged(page, ['g1'])).toBeNull()
})
