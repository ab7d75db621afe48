import { optionOdds } from '../bubbles/field-odds.ts'
import type { MarkFeatures, MarkWeights } from '../bubbles/mark-model.ts'
import { featureNames, markLogit } from '../bubbles/mark-model.ts'
import type { LabelledField } from './labelled-field.ts'
import type { Forecast } from './reliability.ts'

/** The options' probabilities as other weights would give them. */
export function reforecast(fields: readonly LabelledField[], weights: MarkWeights): Forecast[] {
  return fields.flatMap(({ explained, multiple, meant }) => {
    const logits = explained.bubbles.map(({ votes }) => {
      const values = featureNames.map((name, i) => [name, votes[i]!.value])
      return markLogit(Object.fromEntries(values) as MarkFeatures, weights)
    })
    return optionOdds(logits, multiple).map((probability, i) => ({
      probability,
      isTrue: meant.includes(explained.bubbles[i]!.value),
    }))
  })
}
