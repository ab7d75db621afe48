import type { BubbleField, TemplatePage } from '@hengjuan/domain'

const LETTERS = 'ABCDEFGHIJ'

/**
 * Pages on which questions that are answered with a number can be scored. Answers and keys are letters, so
 * each digit of the number is a question of its own, `choice:5-1`, with A for the bubble that shows 0 and J for
 * the one that shows 9; the label stays what is printed.
 */
export const withLetteredDigits = (pages: readonly TemplatePage[]): TemplatePage[] =>
  pages.map((page) => ({ ...page, fields: page.fields.map(lettered) }))

function lettered(field: BubbleField): BubbleField {
  if (!/^choice:\d{1,3}-\d$/.test(field.id)) return field
  return {
    ...field,
    bubbles: field.bubbles.map((bubble) => {
      const { value } = bubble
      return /^\d$/.test(value) ? { ...bubble, value: LETTERS[Number(value)] ?? value } : bubble
    }),
  }
}

/** The question of a field, `12`, or `5-1` for a digit of a number; null for what is none. */
export const questionNoOf = (fieldId: string): string | null =>
  /^choice:(\d{1,4}|\d{1,3}-\d)$/.exec(fieldId)?.[1] ?? null

/** Orders questions as they are numbered: 5-2 after 5-1 and before 6. */
export function byNo(a: { no: string }, b: { no: string }): number {
  const [one = 0, digit = 0] = a.no.split('-').map(Number)
  const [other = 0, otherDigit = 0] = b.no.split('-').map(Number)
  return one - other || digit - otherDigit
}
