import type { MarkWeights } from '../bubbles/mark-model.ts'
import { featureNames } from '../bubbles/mark-model.ts'
import type { LabelledField } from './labelled-field.ts'

/** One option: its features behind a leading 1, in the order of `featureNames`. */
type Option = Float64Array

/** Options that exclude each other and `none`, or one option that stands for itself. */
interface Choice {
  options: Option[]
  /** Index of the option meant, -1 for none of them. */
  meant: number
}

const size = featureNames.length + 1
/** Pulls every weight but the base a little to 0, so that features that say the same share the work. */
const stiffness = 0.00002
const mostRounds = 60
/** A mark with less darkness than this above an empty bubble is none that darkness could find. */
const leastInk = 0.03

/**
 * Fits the weights of the mark model to labelled fields by maximum likelihood.
 *
 * Options of a single choice exclude each other (a conditional logit against `none`); those of a multiple
 * choice stand for themselves. No feature may speak against a mark the more of it there is. Left out are
 * fields with two meant where one is asked for, and those whose mark left no ink inside its bubble (a ring,
 * a mark that the scan lost): rules of their own watch for them, darkness cannot.
 *
 * @param surest limit of the log odds, kept as it is: it follows from the amount of data, not from the fit
 */
export function fitWeights(fields: readonly LabelledField[], surest: number): MarkWeights {
  const choices = fields.flatMap(choicesOf)
  let weights = Float64Array.from({ length: size }, (_, i) => (i === 0 ? 2 : 1))
  let loss = lossOf(choices, weights)
  let damping = 1e-3
  for (let round = 0; round < mostRounds; round++) {
    const step = newtonStep(choices, weights, damping)
    const next = weights.map((w, i) => (i === 0 ? w - step[i]! : Math.max(0, w - step[i]!)))
    const nextLoss = lossOf(choices, next)
    if (nextLoss < loss) {
      const gain = loss - nextLoss
      weights = next
      loss = nextLoss
      damping = Math.max(1e-6, damping / 4)
      if (gain < 1e-9 * (1 + loss)) break
    } else {
      damping *= 8
      if (damping > 1e6) break
    }
  }
  const named = featureNames.map((name, i) => [name, weights[i + 1]!] as const)
  return { base: weights[0]!, ...Object.fromEntries(named), surest } as MarkWeights
}

function choicesOf({ explained, multiple, meant }: LabelledField): Choice[] {
  const options = explained.bubbles.map((bubble) =>
    Float64Array.from([1, ...bubble.votes.map((vote) => vote.value)]),
  )
  const isMeant = explained.bubbles.map((bubble) => meant.includes(bubble.value))
  const isLost = explained.bubbles.some(
    (bubble, i) => isMeant[i] && bubble.excess - explained.ink.middle < leastInk,
  )
  if (isLost) return []
  if (multiple) {
    return options.map((option, i) => ({ options: [option], meant: isMeant[i] ? 0 : -1 }))
  }
  return meant.length > 1 ? [] : [{ options, meant: isMeant.indexOf(true) }]
}

/** Probabilities of the options; what is left is `none`. */
function shares(options: readonly Option[], weights: Float64Array): Float64Array {
  const logits = Float64Array.from(options, (option) => dot(option, weights))
  const most = Math.max(0, ...logits)
  let all = Math.exp(-most)
  for (let i = 0; i < logits.length; i++) all += logits[i] = Math.exp(logits[i]! - most)
  return logits.map((one) => one / all)
}

/** Mean surprise per choice, in nats. */
function lossOf(choices: readonly Choice[], weights: Float64Array): number {
  let sum = 0
  for (const { options, meant } of choices) {
    const p = shares(options, weights)
    const right = meant >= 0 ? p[meant]! : 1 - p.reduce((a, b) => a + b, 0)
    sum -= Math.log(Math.max(1e-12, right))
  }
  return sum / Math.max(1, choices.length) + stiffness * penalty(weights)
}

const penalty = (weights: Float64Array) => weights.slice(1).reduce((sum, w) => sum + w * w, 0) / 2

function newtonStep(
  choices: readonly Choice[],
  weights: Float64Array,
  damping: number,
): Float64Array {
  const gradient = new Float64Array(size)
  const curvature = Array.from({ length: size }, () => new Float64Array(size))
  for (const { options, meant } of choices) {
    const p = shares(options, weights)
    const mean = new Float64Array(size)
    options.forEach((option, i) => addTo(mean, option, p[i]!))
    addTo(gradient, mean, 1)
    if (meant >= 0) addTo(gradient, options[meant]!, -1)
    options.forEach((option, i) => addOuter(curvature, option, p[i]!))
    addOuter(curvature, mean, -1)
  }
  const count = Math.max(1, choices.length)
  for (let i = 0; i < size; i++) {
    gradient[i]! /= count
    for (let j = 0; j < size; j++) curvature[i]![j]! /= count
    if (i > 0) {
      gradient[i]! += stiffness * weights[i]!
      curvature[i]![i]! += stiffness
    }
    curvature[i]![i]! += damping + 1e-9
  }
  return solveSymmetric(curvature, gradient)
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < size; i++) sum += a[i]! * b[i]!
  return sum
}

function addTo(target: Float64Array, from: Float64Array, factor: number): void {
  for (let i = 0; i < size; i++) target[i]! += factor * from[i]!
}

function addOuter(target: Float64Array[], from: Float64Array, factor: number): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) target[i]![j]! += factor * from[i]! * from[j]!
  }
}

/** Gaussian elimination with pivoting; the arguments are used up. */
function solveSymmetric(rows: Float64Array[], right: Float64Array): Float64Array {
  for (let k = 0; k < size; k++) {
    let pivot = k
    for (let i = k + 1; i < size; i++) {
      if (Math.abs(rows[i]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = i
    }
    ;[rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!]
    ;[right[k], right[pivot]] = [right[pivot]!, right[k]!]
    for (let i = k + 1; i < size; i++) {
      const factor = rows[i]![k]! / rows[k]![k]!
      for (let j = k; j < size; j++) rows[i]![j]! -= factor * rows[k]![j]!
      right[i]! -= factor * right[k]!
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let j = k + 1; j < size; j++) right[k]! -= rows[k]![j]! * right[j]!
    right[k]! /= rows[k]![k]!
  }
  return right
}
