import { expect, test } from 'vitest'
import { readScoreCell } from './score-cell.ts'

test.for([
  ['', { kind: 'blank', attendance: -1 }],
  ['0', { kind: 'score', milli: 0 }],
  ['98.5', { kind: 'score', milli: 98_500 }],
  ['0.1', { kind: 'score', milli: 100 }],
  ['1.125', { kind: 'score', milli: 1125 }],
  ['0150', { kind: 'score', milli: 150_000 }],
  ['缺考', { kind: 'absent', attendance: 1, isMisconduct: false }],
  ['q', { kind: 'absent' }],
  ['Absent', { kind: 'absent' }],
  ['缺考(违纪)', { kind: 'absent', isMisconduct: true }],
  ['n', { kind: 'out', attendance: 3 }],
  ['未选', { kind: 'out' }],
] as const)('score cell: reads %s', ([cell, meaning]) => {
  expect(readScoreCell(cell)).toMatchObject(meaning)
})

test.for([
  ['缺', '缺考'],
  ['旷考', '缺考'],
  ['免考', '缺考'],
  ['-', '缺考'],
  ['/', '缺考'],
  ['作弊', '缺考(违纪)'],
  ['98分', '98'],
  ['98。5', '98.5'],
  ['九十', '90'],
  ['一百零五点五', '105.5'],
  ['一百二十', '120'],
  ['十五', '15'],
  ['优秀', null],
  ['-3', null],
  ['98%', null],
  ['1,024', null],
  ['98.1234', null],
  ['12345', null],
  ['98.', null],
  ['1e2', null],
] as const)('score cell: refuses %s and proposes %s', ([cell, fix]) => {
  expect(readScoreCell(cell)).toMatchObject({ kind: 'invalid', fix })
})
