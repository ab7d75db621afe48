import type { TemplatePage } from '@hengjuan/domain'
import type { Points } from './parts.ts'

/** A key of the sheet that is replaced, and what the new sheet has under the same number. */
export interface CarriedKey {
  no: string
  /** The earlier answer, `AC`. */
  answer: string
  /** Chinese: what differs; null where the question is of the same kind. */
  difference: string | null
  /** Can the key be kept at all? */
  isPossible: boolean
}

/** Answer-sheet question types of which a grid can be one, as the specification numbers them. */
const [SINGLE, MULTIPLE, TRUE_FALSE] = [1, 2, 13]

/** The earlier keys that meet a question of the same number on the new pages. */
export function carriedKeys(
  pages: readonly TemplatePage[],
  earlier: Points['earlier_keys'],
): CarriedKey[] {
  const fields = new Map(pages.flatMap((page) => page.fields.map((field) => [field.id, field])))
  return earlier.flatMap((key): CarriedKey[] => {
    const field = fields.get(`choice:${key.no}`)
    if (!field) return []
    const letters = field.bubbles.map(({ value }) => letterOf(value))
    const type = field.multiple ? MULTIPLE : SINGLE
    const before = { type: key.type, count: key.option_count }
    const after = { type, count: Math.max(...letters.map((l) => l.charCodeAt(0) - 64)) }
    const difference =
      before.type !== after.type
        ? `原来是${nameOf(before.type)}，现在是${nameOf(after.type)}`
        : before.count !== after.count
          ? `原来 ${before.count} 个选项，现在 ${after.count} 个`
          : null
    const isPossible =
      before.type === after.type && key.answer.every((letter) => letters.includes(letter))
    return [{ no: key.no, answer: key.answer.join(''), difference, isPossible }]
  })
}

/** Digits of a number are answered by letters, 0 by A. */
const letterOf = (value: string): string =>
  /^\d$/.test(value) ? String.fromCharCode(65 + Number(value)) : value

const nameOf = (type: number): string =>
  ({ [SINGLE]: '单选题', [MULTIPLE]: '多选题', [TRUE_FALSE]: '判断题' })[type] ?? '其他题型'
