import { expect, test } from 'vitest'
import { compareNames } from '../sheets/natural-order.ts'
import { feederName, feederSheetOf, rescanName, rescanPaperOf } from './sheet-name.ts'

test('the number of the sheet is in the name, and names sort as the paper lay', () => {
  const names = [
    feederName(9, 'back', 'jpg'),
    feederName(10, 'front', 'png'),
    feederName(9, 'front', 'jpg'),
  ]
  expect(names.toSorted(compareNames)).toEqual([
    'feeder-000009-1.jpg',
    'feeder-000009-2.jpg',
    'feeder-000010-1.png',
  ])
  expect(names.map(feederSheetOf)).toEqual([9, 10, 9])
})

test.for(['scan-9.jpg', 'feeder-9-1.jpg', 'feeder-notes.jpg', 'feeder-000009-3.jpg'])(
  '%s did not come from a feeder',
  (name) => {
    expect(feederSheetOf(name)).toBeNull()
  },
)

test('the two sides of paper that was fed again belong together, and the same paper of another try does not', () => {
  const nameOf = (attempt: number, side: 'front' | 'back') =>
    rescanName({ rescanId: '01J', attempt }, 7, side, 'jpg')
  expect(rescanPaperOf(nameOf(1, 'front'))).toEqual({ paper: 'rescan-01J-1-007', attempt: 1 })
  expect(rescanPaperOf(nameOf(1, 'back'))).toEqual(rescanPaperOf(nameOf(1, 'front')))
  expect(rescanPaperOf(nameOf(2, 'front'))).toEqual({ paper: 'rescan-01J-2-007', attempt: 2 })
  expect(rescanPaperOf('rescan-01J-007-1.jpg')).toEqual({ paper: 'rescan-01J-007', attempt: 0 })
  expect(rescanPaperOf(feederName(7, 'front', 'jpg'))).toBeNull()
})
