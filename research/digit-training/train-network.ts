import type { DigitNetwork } from '@hengjuan/omr/digits'
import { classCount, featureCount } from '@hengjuan/omr/digits'
import type { Random } from '@hengjuan/scan-simulator'

/** Described boxes, one after the other. */
export interface Examples {
  features: Float32Array
  labels: Uint8Array
}

const batchSize = 64
const decay = 2e-5

/** Trains a network by stochastic gradient descent (Adam) on the cross entropy. */
export function trainNetwork(
  examples: Examples,
  options: { hidden: number; epochs: number; rate: number },
  random: Random,
  onEpoch: (epoch: number, loss: number) => void,
): DigitNetwork {
  const { hidden } = options
  const spread = (inputs: number) => () => random.normal() * Math.sqrt(2 / inputs)
  const network: DigitNetwork = {
    hidden,
    inner: Float32Array.from({ length: hidden * featureCount }, spread(featureCount)),
    innerBias: new Float32Array(hidden),
    outer: Float32Array.from({ length: classCount * hidden }, spread(hidden)),
    outerBias: new Float32Array(classCount),
    temperature: 1,
  }
  const parts = [network.inner, network.innerBias, network.outer, network.outerBias]
  const slopes = parts.map((part) => new Float32Array(part.length))
  const adam = parts.map((part, i) => new Adam(part, slopes[i]!))
  const order = Uint32Array.from({ length: examples.labels.length }, (_, i) => i)
  const total = options.epochs * Math.ceil(order.length / batchSize)
  let step = 0
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    shuffle(order, random)
    let loss = 0
    for (let start = 0; start < order.length; start += batchSize) {
      const batch = order.subarray(start, start + batchSize)
      for (const slope of slopes) slope.fill(0)
      for (const index of batch) loss += addSlopes(network, examples, index, slopes)
      // The rate falls along a quarter of a cosine.
      const rate = options.rate * Math.cos((Math.PI / 2) * (step / total))
      step++
      for (const each of adam) each.step(rate, batch.length, step)
    }
    onEpoch(epoch, loss / order.length)
  }
  return network
}

/** Adds the slopes of one example's loss; returns the loss. */
function addSlopes(
  network: DigitNetwork,
  { features, labels }: Examples,
  index: number,
  slopes: readonly Float32Array[],
): number {
  const { hidden, inner, innerBias, outer, outerBias } = network
  const [dInner, dInnerBias, dOuter, dOuterBias] = slopes as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const from = index * featureCount
  const layer = new Float32Array(hidden)
  for (let j = 0, w = 0; j < hidden; j++) {
    let sum = innerBias[j]!
    for (let i = 0; i < featureCount; i++, w++) sum += inner[w]! * features[from + i]!
    layer[j] = sum > 0 ? sum : 0
  }
  const scores = new Float64Array(classCount)
  for (let k = 0, w = 0; k < classCount; k++) {
    let sum = outerBias[k]!
    for (let j = 0; j < hidden; j++, w++) sum += outer[w]! * layer[j]!
    scores[k] = sum
  }
  const top = Math.max(...scores)
  let sum = 0
  for (let k = 0; k < classCount; k++) sum += scores[k] = Math.exp(scores[k]! - top)
  const label = labels[index]!
  const back = new Float32Array(hidden)
  for (let k = 0; k < classCount; k++) {
    const slope = scores[k]! / sum - (k === label ? 1 : 0)
    dOuterBias[k]! += slope
    const row = k * hidden
    for (let j = 0; j < hidden; j++) {
      dOuter[row + j]! += slope * layer[j]!
      back[j]! += slope * outer[row + j]!
    }
  }
  for (let j = 0; j < hidden; j++) {
    const slope = layer[j]! > 0 ? back[j]! : 0
    if (slope === 0) continue
    dInnerBias[j]! += slope
    const row = j * featureCount
    for (let i = 0; i < featureCount; i++) dInner[row + i]! += slope * features[from + i]!
  }
  return -Math.log(Math.max(1e-12, scores[label]! / sum))
}

/** Kingma and Ba's Adam with a little weight decay. */
class Adam {
  private readonly weights: Float32Array
  private readonly slopes: Float32Array
  private readonly mean: Float32Array
  private readonly square: Float32Array

  constructor(weights: Float32Array, slopes: Float32Array) {
    this.weights = weights
    this.slopes = slopes
    this.mean = new Float32Array(weights.length)
    this.square = new Float32Array(weights.length)
  }

  step(rate: number, count: number, t: number): void {
    const { weights, slopes, mean, square } = this
    const pace = (rate * Math.sqrt(1 - 0.999 ** t)) / (1 - 0.9 ** t)
    for (let i = 0; i < weights.length; i++) {
      const slope = slopes[i]! / count
      mean[i] = 0.9 * mean[i]! + 0.1 * slope
      square[i] = 0.999 * square[i]! + 0.001 * slope * slope
      weights[i]! -= (pace * mean[i]!) / (Math.sqrt(square[i]!) + 1e-8) + rate * decay * weights[i]!
    }
  }
}

function shuffle(order: Uint32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.integer(0, i)
    const value = order[i]!
    order[i] = order[other]!
    order[other] = value
  }
}
