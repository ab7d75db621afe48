import { expect, test } from 'vitest'
import { beyondMarks, marksText, marksWords, readMarks } from './own-marks.ts'

test('thresholds are read from the address and written the same way', () => {
  const marks = readMarks('pass:60:85,mean::500,low:12.5:')
  expect([...marks]).toEqual([
    ['pass', { low: 60, high: 85 }],
    ['mean', { low: null, high: 500 }],
    ['low', { low: 12.5, high: null }],
  ])
  expect(marksText(marks)).toBe('pass:60:85,mean::500,low:12.5:')
})

test.for(['', 'pass', 'pass::', 'pass:x:y', 'nothing:1:2', ':1:2', '::', 'toString:1:2'])(
  'what is no threshold is left out: %s',
  (text) => {
    expect([...readMarks(text)]).toEqual([])
  },
)

test.for([
  [59.9, -1],
  [60, 0],
  [84.99, 0],
  [85, 1],
] as const)('%f lies on side %i of 60 to 85', ([value, side]) => {
  expect(beyondMarks({ low: 60, high: 85 })(value)).toBe(side)
})

test('thresholds in words', () => {
  expect(marksWords({ low: 60, high: 85 })).toBe('低于 60、不低于 85')
  expect(marksWords({ low: null, high: 85 })).toBe('不低于 85')
})
