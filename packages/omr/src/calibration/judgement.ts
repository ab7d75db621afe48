import type { LabelledField } from './labelled-field.ts'
import { isRight } from './labelled-field.ts'
import type { Forecast } from './reliability.ts'

/** Every option's probability, and whether it was meant. */
export const optionForecasts = (fields: readonly LabelledField[]): Forecast[] =>
  fields.flatMap(({ explained, meant }) =>
    explained.bubbles.map((bubble) => ({
      probability: bubble.filled,
      isTrue: meant.includes(bubble.value),
    })),
  )

/** Every field's confidence, and whether its values were the ones meant. */
export const fieldForecasts = (fields: readonly LabelledField[]): Forecast[] =>
  fields.map((field) => ({ probability: field.explained.confidence, isTrue: isRight(field) }))

/** How many fields would be shown to a person at a threshold, and how many wrong ones would not. */
export interface ThresholdEffect {
  threshold: number
  flagged: number
  silent: number
}

/** Fields that only their confidence can stop: no rule objected. */
const isFree = ({ explained: { rule } }: LabelledField) =>
  rule === 'passed' || rule === 'nearBorder' || rule === 'marksLost'

export function effectOf(fields: readonly LabelledField[], threshold: number): ThresholdEffect {
  const accepted = fields.filter(
    (field) => isFree(field) && field.explained.confidence >= threshold,
  )
  return {
    threshold,
    flagged: fields.length - accepted.length,
    silent: accepted.filter((field) => !isRight(field)).length,
  }
}

/** The lowest of these thresholds at which nothing wrong is accepted; null when none is safe. */
export function safeThreshold(
  fields: readonly LabelledField[],
  candidates: readonly number[],
): number | null {
  const safe = [...candidates]
    .sort((one, other) => one - other)
    .find((threshold) => effectOf(fields, threshold).silent === 0)
  return safe ?? null
}

/** Mean surprise over the options, nats: the smaller, the better the probabilities. */
export function optionLoss(forecasts: readonly Forecast[]): number {
  const sum = forecasts.reduce(
    (total, { probability: p, isTrue }) => total - Math.log(Math.max(1e-6, isTrue ? p : 1 - p)),
    0,
  )
  return sum / Math.max(1, forecasts.length)
}
