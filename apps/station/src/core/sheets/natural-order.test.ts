import { expect, test } from 'vitest'
import { compareNames } from './natural-order.ts'

test.for([
  [
    ['scan-10.jpg', 'scan-9.jpg', 'scan-1.jpg'],
    ['scan-1.jpg', 'scan-9.jpg', 'scan-10.jpg'],
  ],
  [
    ['0010.jpg', '0002.jpg', '2.jpg'],
    ['0002.jpg', '2.jpg', '0010.jpg'],
  ],
  [
    ['1-2.jpg', '1.jpg', '1-10.jpg', '1-1.jpg'],
    ['1.jpg', '1-1.jpg', '1-2.jpg', '1-10.jpg'],
  ],
  [
    ['20260117093015123456790.jpg', '20260117093015123456789.jpg'],
    ['20260117093015123456789.jpg', '20260117093015123456790.jpg'],
  ],
  [
    ['图像 (10).png', '图像 (2).png'],
    ['图像 (2).png', '图像 (10).png'],
  ],
])('%j sorts as %j', ([given, expected]) => {
  expect(given!.toSorted(compareNames)).toEqual(expected)
})
