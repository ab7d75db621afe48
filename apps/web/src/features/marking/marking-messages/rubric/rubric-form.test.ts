import { expect, test } from 'vitest'
import { draftOf, savedOf, signedMilli } from './rubric-form.ts'

test.for([
  ['2', 2000],
  [' 2.5 ', 2500],
  ['-1', -1000],
  ['−0.5', -500],
  ['+3', 3000],
  ['0', 0],
  ['-0', 0],
  ['', null],
  ['两分', null],
  ['1.', null],
  ['1.2345', null],
  ['--1', null],
] as const)('%o typed is %s', ([text, milli]) => {
  expect(signedMilli(text)).toBe(milli)
})

const points = [
  { id: 7, name: '(1)', fullMilli: 4000, stepMilli: 500 },
  { id: 8, name: '(2)', fullMilli: 8000, stepMilli: 1000 },
]
const row = (more: object = {}) => ({
  key: 'a',
  entryId: 'a',
  pointId: 7,
  text: '公式正确',
  worth: '2',
  ...more,
})
const draft = (...entries: ReturnType<typeof row>[]) => ({ text: '逐步给分', note: ' ', entries })

test('what was read is saved as it is, and a new row without an id', () => {
  const shown = {
    version: 3,
    text: '逐步给分',
    note: '初稿',
    saved_by: '数学组长',
    saved_at: '2026-11-20T00:00:00.000Z',
    entries: [
      { entry_id: 'a', point_id: 7, point_name: '(1)', text: '公式正确', milli: 2000 },
      { entry_id: 'b', point_id: 8, point_name: '(2)', text: '单位不写', milli: -1000 },
    ],
  }
  const read = draftOf(shown)
  expect(savedOf(read, points).given).toEqual({
    text: '逐步给分',
    entries: [
      { entry_id: 'a', point_id: 7, text: '公式正确', milli: 2000 },
      { entry_id: 'b', point_id: 8, text: '单位不写', milli: -1000 },
    ],
  })
  const added = draft(row({ entryId: null, text: ' 结果 ' }))
  expect(savedOf({ ...added, note: ' 补充 ' }, points).given).toEqual({
    text: '逐步给分',
    note: '补充',
    entries: [{ point_id: 7, text: '结果', milli: 2000 }],
  })
})

test.for([
  [row({ worth: '4.5' }), '「(1)」的「公式正确」：分值在 −4 到 4 之间，每 0.5 分一档，扣分写负数'],
  [row({ worth: '0.25' }), '「(1)」的「公式正确」：分值在 −4 到 4 之间，每 0.5 分一档，扣分写负数'],
  [row({ worth: '' }), '「(1)」的「公式正确」：分值在 −4 到 4 之间，每 0.5 分一档，扣分写负数'],
  [row({ text: ' ' }), '「(1)」有一条没有写给分依据，请写明或删去'],
  [row({ pointId: null }), '「公式正确」所属的给分点已不存在，请移到现有给分点或删去'],
] as const)('%o is refused: %s', ([entry, problem]) => {
  expect(savedOf(draft(row(), entry), points)).toEqual({ given: null, problem })
})
