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

/** Letters stand side by side; numbers of optional questions would be read as one. */
const joined = (values: readonly string[]): string =>
  values.join(values.every(isLetter) ? '' : '、')

const isLetter = (value: string): boolean => /^[A-Z]$/.test(value)

/** What is filled in: a question, or the numbers of the optional questions that were answered, which its options show. */
export const choiceName = ({ reading, question_no }: Choice): string =>
  reading.kind === 'optionalChoice'
    ? '选做题号'
    : reading.kind === 'paperVariant'
      ? '试卷类型'
      : `第 ${question_no} 题`

export const draftText = (draft: Draft): string =>
  draft === null
    ? '未选择'
    : draft.resolved_as === 'multi_invalid'
      ? '多涂无效'
      : joined(draft.values) || '未作答'

/** What the machine read, to be seen beside what was chosen since. */
export const readText = ({ reading }: Choice): string =>
  `识别 ${joined(reading.values) || '未作答'}`

/** The option that a key stands for: its letter, or where options are numbers its place. */
export const optionOfKey = ({ options }: Choice, key: string): string | undefined =>
  options.some(isLetter)
    ? options.find((option) => option.toLowerCase() === key.toLowerCase())
    : options[LETTER_KEYS.indexOf(key.toLowerCase())]

/** The letter of an option that does not show it itself. */
export const letterOf = ({ options }: Choice, option: string): string | null =>
  options.some(isLetter) ? null : (LETTER_KEYS[options.indexOf(option)]?.toUpperCase() ?? null)

/** Keys that choose an option. */
export const LETTER_KEYS = [...'abcdefgh']
