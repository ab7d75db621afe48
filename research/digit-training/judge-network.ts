import type { DigitNetwork } from '@hengjuan/omr/digits'
import { classCount, classify, featureCount } from '@hengjuan/omr/digits'
import type { Examples } from './train-network.ts'
import { noDigit } from './written-digits.ts'

/** What the network says about one box. */
interface Answer {
  label: number
  read: number
  /** Probability given to what was read. */
  sure: number
}

/** What the network says about each example. */
export function answersOf(network: DigitNetwork, { features, labels }: Examples): Answer[] {
  return Array.from(labels, (label, index) => {
    const own = features.subarray(index * featureCount, (index + 1) * featureCount)
    const shares = classify(network, own)
    const read = shares.indexOf(Math.max(...shares))
    return { label, read, sure: shares[read]! }
  })
}

/** The temperature at which the probabilities fit best, found by golden section on a log scale. */
export function fitTemperature(network: DigitNetwork, examples: Examples): number {
  const loss = (log: number) => {
    const cooled = { ...network, temperature: Math.exp(log) }
    let sum = 0
    for (let i = 0; i < examples.labels.length; i++) {
      const own = examples.features.subarray(i * featureCount, (i + 1) * featureCount)
      sum -= Math.log(Math.max(1e-9, classify(cooled, own)[examples.labels[i]!]!))
    }
    return sum
  }
  let [low, high] = [Math.log(0.3), Math.log(5)]
  const golden = (Math.sqrt(5) - 1) / 2
  for (let round = 0; round < 18; round++) {
    const a = high - golden * (high - low)
    const b = low + golden * (high - low)
    if (loss(a) < loss(b)) high = b
    else low = a
  }
  return Math.exp((low + high) / 2)
}

const percent = (share: number, digits = 2) => `${(share * 100).toFixed(digits)} %`
const shareOf = (list: readonly Answer[], test: (answer: Answer) => boolean) =>
  list.length === 0 ? 0 : list.filter(test).length / list.length

/** Rows of a Markdown table: errors of digits at several demands on the probability. */
export function errorRows(name: string, answers: readonly Answer[]): string[] {
  return [0, 0.5, 0.9, 0.99].map((demand) => {
    const isRead = ({ read, sure }: Answer) => read !== noDigit && sure >= demand
    const read = answers.filter(isRead)
    const wrong = read.filter((a) => a.read !== a.label)
    const refused = shareOf(answers, (a) => !isRead(a))
    const cells = [
      name,
      String(answers.length),
      demand === 0 ? '任意' : `≥ ${demand}`,
      percent(refused),
      `${wrong.length}（${percent(wrong.length / Math.max(1, read.length))}）`,
    ]
    return `| ${cells.join(' | ')} |`
  })
}

/** Rows of a Markdown table: how often what is no digit is taken for one. */
export function otherRows(answers: readonly Answer[]): string[] {
  return [0, 0.5, 0.9, 0.99].map((demand) => {
    const taken = shareOf(answers, (a) => a.read !== noDigit && a.sure >= demand)
    return `| ${demand === 0 ? '任意' : `≥ ${demand}`} | ${percent(taken)} |`
  })
}

/** Rows of a Markdown table: written digit down, read digit across, `?` for "no digit". */
export function confusionRows(answers: readonly Answer[]): string[] {
  return Array.from({ length: 10 }, (_, label) => {
    const own = answers.filter((a) => a.label === label)
    const counts = Array.from({ length: classCount }, (__, read) => {
      const count = own.filter((a) => a.read === read).length
      return count === 0 ? '' : String(count)
    })
    return `| **${label}** | ${counts.join(' | ')} |`
  })
}

const edges = [0, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999, 1.000_001]

/** Rows of a Markdown table: what was promised, and what came true. */
export function reliabilityRows(answers: readonly Answer[]): string[] {
  return edges.slice(0, -1).flatMap((low, i) => {
    const high = edges[i + 1]!
    const own = answers.filter(({ sure }) => sure >= low && sure < high)
    if (own.length === 0) return []
    const promised = own.reduce((sum, { sure }) => sum + sure, 0) / own.length
    const right = shareOf(own, (a) => a.read === a.label)
    return [
      `| ${low} – ${Math.min(1, high)} | ${own.length} | ${percent(promised)} | ${percent(right)} |`,
    ]
  })
}
