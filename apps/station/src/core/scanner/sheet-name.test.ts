import { expect, test } from 'vitest'
import { compareNames } from '../intake/natural-order.ts'
import { feederName, feederSheetOf } from './sheet-name.ts'

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
