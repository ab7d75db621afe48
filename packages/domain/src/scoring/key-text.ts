import type { ItemStatus, ObjectiveRule } from './objective.ts'

/**
 * A key as people read it: 「B」, 「B 或 D」, 「AB 或 ABD」, or that the question is void or given away.
 *
 * @source domain rules 2.4
 */
export function keyText(
  key: readonly string[],
  rule: { scoring: ObjectiveRule; status: ItemStatus } | null | undefined,
): string {
  if (rule?.status === 'void') return '作废'
  if (rule?.status === 'gift') return '送分'
  const right = rightSets(key, rule?.scoring).map((set) => set.join(''))
  const text = [...new Set(right)].filter(Boolean).join(' 或 ')
  if (rule?.status === 'gift_if_answered') return text === '' ? '作答即送分' : `${text}，作答即送分`
  return text
}

function rightSets(
  key: readonly string[],
  scoring: ObjectiveRule | undefined,
): readonly (readonly string[])[] {
  if (scoring?.type === 2) return [key, ...(scoring.acceptSets ?? [])]
  if ((scoring?.type === 1 || scoring?.type === 13) && scoring.accept?.length)
    return scoring.accept.map((letter) => [letter])
  return [key]
}
