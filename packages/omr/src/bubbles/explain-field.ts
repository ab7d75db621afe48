import type { BubbleField } from '@hengjuan/domain'
import type { BubbleEvidence, DecidedColumn } from './decide-field.ts'
import { decideColumns } from './decide-field.ts'
import type { BubbleExplanation, BubbleLook, FieldExplanation } from './explanation.ts'
import { darkestOf, judgeBubbles, verdicts } from './judge-bubble.ts'
import type { MarkFeatures } from './mark-model.ts'
import { featureNames, markFeatures } from './mark-model.ts'
import { modelWeights } from './model-weights.ts'
import { sentenceOf } from './settle-options.ts'
import type { SheetInk } from './sheet-ink.ts'

const names: Record<keyof MarkFeatures, string> = {
  margin: '与本题最深一项相比',
  darkness: '深浅',
  clearance: '超出空框起伏的程度',
  stroke: '深色笔迹所占比例',
  deficit: '比本卡填涂浅的程度',
}

/** Says why a field was read as it was: one explanation, or one per column of an exam number. */
export function explainField(
  field: Pick<BubbleField, 'id' | 'kind' | 'multiple'>,
  bubbles: readonly BubbleEvidence[],
  ink: SheetInk,
  looks: readonly BubbleLook[],
): FieldExplanation[] {
  const lookAt = new Map(bubbles.map((bubble, i) => [bubble, looks[i]!]))
  return decideColumns(field, bubbles, ink).map((decided) => ({
    id: field.id,
    kind: field.kind,
    column: decided.column,
    state: decided.state,
    values: decided.values,
    confidence: decided.confidence,
    doubtful: decided.doubtful,
    rule: decided.rule,
    sentence: sentenceOf(decided),
    ink,
    bubbles: explainBubbles(decided, ink).map((explained, i) => ({
      look: lookAt.get(decided.bubbles[i]!)!,
      ...explained,
    })),
  }))
}

function explainBubbles(decided: DecidedColumn, ink: SheetInk): Omit<BubbleExplanation, 'look'>[] {
  const darkest = darkestOf(decided.bubbles, ink)
  // As when it was decided: other fields have been judged since.
  const judged = judgeBubbles(decided.bubbles, ink)
  return decided.bubbles.map(({ value, column, core, seen }, i) => {
    const excess = judged.excess[i]!
    const features = markFeatures(excess, core, darkest, ink)
    return {
      value,
      column,
      excess,
      core,
      level: (excess - ink.middle) / Math.max(0.05, ink.full - ink.middle),
      seen,
      verdict: verdicts[judged.verdict[i]!]!,
      base: modelWeights.base,
      votes: featureNames.map((name) => ({
        name: names[name],
        value: features[name],
        logit: modelWeights[name] * features[name],
      })),
      logit: judged.logit[i]!,
      filled: decided.filled[i]!,
    }
  })
}
