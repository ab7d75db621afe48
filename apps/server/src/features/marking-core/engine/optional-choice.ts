import type { Db } from '@hengjuan/db'
import { bestOfBlock } from './best-of.ts'
import type { BlockRules, OptionalGroup } from '../block/block-rules.query.ts'
import { findCandidate } from './sync-units.query.ts'
import type { UnitFacts, UnitRow } from './unit-facts.ts'

/** Column `candidate_subject.answers`, as far as marking reads it. */
export type Answers = Record<string, { answer: string[] | null; resolved_as?: string } | undefined>

/**
 * Question ids of the optional questions that a sheet says are marked: the chosen ones, null when too few or too
 * many are filled in; all of them where the best count.
 *
 * @source domain rules 3.10
 */
export function choiceOnSheet(rules: BlockRules, answers: Answers): number[] | null {
  const { optional } = rules
  if (!optional) return null
  if (bestOfBlock(rules)) return optional.questions.map(({ id }) => id)
  const chosen = filledIn(optional, answers) ?? []
  const ids = optional.questions.filter(({ no }) => chosen.includes(no)).map(({ id }) => id)
  return ids.length === optional.choose && chosen.length === optional.choose ? ids : null
}

/** Printed numbers that are filled in; null while that is in doubt. */
const filledIn = ({ fieldId }: OptionalGroup, answers: Answers): string[] | null => {
  const field = answers[fieldId]
  return field ? field.answer : []
}

/** Why what is filled in names no questions, for the leader who has to say which they are. */
export function whyNoChoice(optional: OptionalGroup, answers: Answers): string {
  const chosen = filledIn(optional, answers)
  if (chosen === null)
    return '选做题号的填涂还没有核实，请先在扫描异常中处理，或直接选择考生作答的题'
  const { choose, questions } = optional
  if (chosen.length === 0) {
    const isMany = answers[optional.fieldId]?.resolved_as === 'multi_invalid'
    return `选做题号${isMany ? '多涂' : '没有填涂'}（${questions.length} 题选做 ${choose} 题）`
  }
  const filled = `第${chosen.join('、')}题`
  return chosen.length > choose
    ? `选做题号填涂了${filled}，多于选做的 ${choose} 题`
    : `选做题号只填涂了${filled}，应选做 ${choose} 题`
}

/** May a leader say of a paper which questions it answers? Not where all of them are marked. */
export const isChosen = (rules: BlockRules): rules is BlockRules & { optional: OptionalGroup } =>
  rules.optional !== null && bestOfBlock(rules) === null

/** The questions that a paper is marked for, as they are printed; null where all of a block are. */
export function answeredText(rules: BlockRules, choice: readonly number[] | null): string | null {
  if (!isChosen(rules) || choice === null) return null
  const nos = rules.optional.questions.filter(({ id }) => choice.includes(id)).map(({ no }) => no)
  return `第${nos.join('、')}题`
}

/** What the sheet of a paper says now. */
export async function findChoiceOnSheet(
  db: Db,
  rules: BlockRules,
  unit: Pick<UnitRow, 'exam_id' | 'subject_id' | 'candidate_id'>,
): Promise<number[] | null> {
  const { exam_id, subject_id, candidate_id } = unit
  const candidate = await findCandidate(db, exam_id, subject_id, candidate_id)
  return choiceOnSheet(rules, JSON.parse(candidate?.answers ?? '{}') as Answers)
}

export const isSameChoice = (
  a: readonly number[] | null | undefined,
  b: readonly number[] | null | undefined,
): boolean => String(a ?? '') === String(b ?? '')

/** What the sheet says that a leader has not said otherwise about; null while it says nothing more. */
export const newOnSheet = (
  { overruled }: Pick<UnitFacts, 'overruled'>,
  onSheet: number[] | null,
): number[] | null => (overruled && isSameChoice(overruled, onSheet) ? null : onSheet)
