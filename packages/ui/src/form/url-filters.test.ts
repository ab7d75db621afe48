import { expect, test } from 'vitest'
import { filter, readFilters, writeFilters } from './url-filters.ts'

const filters = {
  keyword: filter.text(),
  page: filter.number(1),
  classId: filter.id(),
  order: filter.oneOf(['asc', 'desc'], 'desc'),
  tags: filter.texts(),
}
const read = (text: string) => readFilters(filters, new URLSearchParams(text))
const write = (text: string, change: Parameters<typeof writeFilters<typeof filters>>[2]) =>
  writeFilters(filters, new URLSearchParams(text), change).toString()

test('an empty address means the fallbacks', () => {
  expect(read('')).toEqual({ keyword: '', page: 1, classId: null, order: 'desc', tags: [] })
})

test('values come back as they were written', () => {
  const text = write('', { keyword: '王 &x', page: 3, classId: 12, order: 'asc', tags: ['a', 'b'] })
  expect(read(text)).toEqual({
    keyword: '王 &x',
    page: 3,
    classId: 12,
    order: 'asc',
    tags: ['a', 'b'],
  })
})

test.for([
  ['page=abc', 'page', 1],
  ['page=1e3', 'page', 1],
  ['classId=;drop', 'classId', null],
  ['order=sideways', 'order', 'desc'],
] as const)('nonsense in %s reads as the fallback of %s', ([text, name, value]) => {
  expect(read(text)[name]).toBe(value)
})

test('a changed filter returns to page 1, a changed page keeps the filters', () => {
  expect(write('page=4&keyword=x', { keyword: 'y' })).toBe('keyword=y')
  expect(write('keyword=x', { page: 4 })).toBe('keyword=x&page=4')
})

test('what equals its fallback is not written, and parameters of others stay', () => {
  expect(write('tab=2&classId=5&order=asc', { classId: null, order: 'desc' })).toBe('tab=2')
})
