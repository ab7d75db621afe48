import { expect, test } from 'vitest'
import {
  classCount,
  classify,
  packNetwork,
  trainedNetwork,
  unpackNetwork,
} from './digit-classifier.ts'
import { featureCount } from './digit-features.ts'

test('the committed network has the shape that the features ask for', () => {
  const { hidden, inner, outer, innerBias, outerBias } = trainedNetwork()
  expect(hidden).toBeGreaterThan(0)
  expect([inner.length, outer.length]).toEqual([hidden * featureCount, classCount * hidden])
  expect([innerBias.length, outerBias.length]).toEqual([hidden, classCount])
})

test('packing and unpacking a network changes no probability by more than a byte’s rounding', () => {
  const network = trainedNetwork()
  const features = Float32Array.from({ length: featureCount }, (_, i) => (i % 7) / 5)
  const again = unpackNetwork(packNetwork(network))
  const [before, after] = [classify(network, features), classify(again, features)]
  before.forEach((share, k) => expect(after[k]).toBeCloseTo(share, 3))
})

test('probabilities sum to one', () => {
  const shares = classify(trainedNetwork(), new Float32Array(featureCount).fill(0.3))
  expect(shares).toHaveLength(classCount)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
})
