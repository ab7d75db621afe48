import { featureCount } from './digit-features.ts'
import { trainedWeights } from './digit-weights.ts'

/**
 * A small network with one hidden layer: `featureCount` numbers in, probabilities of the ten digits
 * and of "no digit" out. `research/digit-training` makes the weights; `docs/handwritten-digits.md`
 * states its errors.
 */
export interface DigitNetwork {
  hidden: number
  /** `hidden` rows of `featureCount` weights. */
  inner: Float32Array
  innerBias: Float32Array
  /** `classCount` rows of `hidden` weights. */
  outer: Float32Array
  outerBias: Float32Array
  /** Divides the scores before they become probabilities; fitted so that these are kept. */
  temperature: number
}

/** Ten digits and "no digit", which is the last. */
export const classCount = 11

/** Probabilities of the digits 0 to 9 and of "no digit". */
export function classify(network: DigitNetwork, features: Float32Array): Float32Array {
  const { hidden, inner, innerBias, outer, outerBias, temperature } = network
  // Most features of a picture are nothing, and add nothing.
  const present = new Int32Array(featureCount)
  let count = 0
  for (let i = 0; i < featureCount; i++) if (features[i] !== 0) present[count++] = i
  const layer = new Float32Array(hidden)
  for (let j = 0; j < hidden; j++) {
    const row = j * featureCount
    let sum = innerBias[j]!
    for (let n = 0; n < count; n++) {
      const i = present[n]!
      sum += inner[row + i]! * features[i]!
    }
    layer[j] = Math.max(0, sum)
  }
  const scores = new Float32Array(classCount)
  for (let k = 0, w = 0; k < classCount; k++) {
    let sum = outerBias[k]!
    for (let j = 0; j < hidden; j++, w++) sum += outer[w]! * layer[j]!
    scores[k] = sum / temperature
  }
  return softmax(scores)
}

function softmax(scores: Float32Array): Float32Array {
  const top = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}

/**
 * Packs a network into text: the hidden count and temperature, then per row a scale and the weights
 * as signed bytes.
 */
export function packNetwork(network: DigitNetwork): string {
  const { hidden, inner, innerBias, outer, outerBias, temperature } = network
  const floats = [temperature, ...innerBias, ...outerBias]
  const bytes: Uint8Array[] = []
  const rows = (weights: Float32Array, length: number) => {
    for (let start = 0; start < weights.length; start += length) {
      const row = weights.subarray(start, start + length)
      const scale = Math.max(1e-9, ...row.map(Math.abs)) / 127
      floats.push(scale)
      bytes.push(new Uint8Array(Int8Array.from(row, (w) => Math.round(w / scale)).buffer))
    }
  }
  rows(inner, featureCount)
  rows(outer, hidden)
  const head = new DataView(new ArrayBuffer(4 + floats.length * 4))
  head.setUint32(0, hidden, true)
  floats.forEach((value, i) => head.setFloat32(4 + i * 4, value, true))
  return Buffer.concat([new Uint8Array(head.buffer), ...bytes]).toString('base64')
}

/** Reads what `packNetwork` wrote. */
export function unpackNetwork(text: string): DigitNetwork {
  const bytes = Buffer.from(text, 'base64')
  const hidden = bytes.readUInt32LE(0)
  let at = 4
  const float = () => {
    const value = bytes.readFloatLE(at)
    at += 4
    return value
  }
  const floats = (count: number) => Float32Array.from({ length: count }, float)
  const temperature = float()
  const innerBias = floats(hidden)
  const outerBias = floats(classCount)
  const scales = floats(hidden + classCount)
  const rows = (count: number, length: number, first: number) =>
    Float32Array.from({ length: count * length }, (_, i) => {
      return bytes.readInt8(at++) * scales[first + Math.floor(i / length)]!
    })
  const inner = rows(hidden, featureCount, 0)
  const outer = rows(classCount, hidden, hidden)
  return { hidden, inner, innerBias, outer, outerBias, temperature }
}

let trained: DigitNetwork | null = null

/** The committed network, unpacked once. */
export const trainedNetwork = (): DigitNetwork => (trained ??= unpackNetwork(trainedWeights))
