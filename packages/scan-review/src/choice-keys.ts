import type { ChoiceAnswer, ReviewItem } from './types.ts'

type Choice = NonNullable<ReviewItem['choice']>

/** What is about to be confirmed: options, nothing, or two marks that count as none. Null: not chosen yet. */
export type Draft = ChoiceAnswer | null

/** The machine's guess as a draft; two marks on a single choice are no guess. */
export function guessOf(choice: Choice): Draft {
  if (choice.answer.length === 0) return { values: [], resolved_as: 'blank' }
  if (choice.answer.length > 1 && !choice.multiple) return null
  return { values: choice.answer, resolved_as: 'answer' }
}

/** The draft after an option was pressed: a single choice moves, a multiple one adds and takes away. */
export function toggle(choice: Choice, draft: Draft, value: string): Draft {
  const had = draft?.values.includes(value) ?? false
  if (!choice.multiple) return had ? null : { values: [value], resolved_as: 'answer' }
  const values = choice.options.filter((option) =>
    option === value ? !had : (draft?.values.includes(option) ?? false),
  )
  return values.length === 0
    ? { values: [], resolved_as: 'blank' }
    : { values, resolved_as: 'answer' }
}

export const draftText = (draft: Draft): string =>
  draft === null
    ? '未选择'
    : draft.resolved_as === 'multi_invalid'
      ? '多涂无效'
      : draft.values.join('') || '未作答'

/** What the machine read, to be seen beside what was chosen since. */
export const readText = ({ reading }: Choice): string =>
  `识别 ${reading.values.join('') || '未作答'}`

/** The option that a key stands for: its letter, or the first of its text. */
export const optionOfKey = (choice: Choice, key: string): string | undefined =>
  choice.options.find((option) => option.toLowerCase() === key.toLowerCase())

/** Keys that choose an option. */
export const LETTER_KEYS = [...'abcdefgh']
