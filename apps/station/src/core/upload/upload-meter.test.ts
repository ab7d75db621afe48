import { expect, test } from 'vitest'
import { UploadMeter } from './upload-meter.ts'

test('the rate is that of the last minute', () => {
  let now = 0
  const meter = new UploadMeter(() => now)
  expect(meter.rate).toEqual({ bytes: 0, sheets: 0 })
  for (let sheet = 0; sheet <= 120; sheet++) {
    meter.add(500_000)
    now += 1000
  }
  now -= 1000
  expect(meter.rate.sheets).toBeCloseTo(1, 5)
  expect(meter.rate.bytes).toBeCloseTo(500_000, 0)
})

test('after an hour without a network there is no rate', () => {
  let now = 0
  const meter = new UploadMeter(() => now)
  meter.add(1)
  meter.add(1)
  now += 3_600_000
  expect(meter.rate).toEqual({ bytes: 0, sheets: 0 })
})
