import type { SheetQuestion } from '@hengjuan/domain'
import type { FlowItem } from './flow.ts'
import { isEssayType } from './marking-blocks.ts'
import { CONTENT } from './measures.ts'
import { stemOf } from './stem.ts'

/** More in a row would be too narrow to write in. */
const MOST_BESIDE = 3
/** Narrowest frame that a line of handwriting fits into. */
const LEAST_WIDTH = 45

/** Can the answer area of a question stand beside that of the question before it? */
export function mayStandBeside(
  before: SheetQuestion | undefined,
  question: SheetQuestion,
): boolean {
  return (
    before !== undefined &&
    [before, question].every(
      (one) => isEssayType(one.type) && !one.partsMm && !one.optionalGroup && !stemOf(one),
    ) &&
    !question.joinsPrevious &&
    !before.joinsPrevious &&
    !question.breakBefore
  )
}

/** The questions whose areas stand in one row with a question, in printed order; itself at least. */
export function besideRow(
  questions: readonly SheetQuestion[],
  question: SheetQuestion,
): SheetQuestion[] {
  let from = questions.indexOf(question)
  let to = from
  while (from > 0 && questions[from]?.besidePrevious) from -= 1
  while (questions[to + 1]?.besidePrevious) to += 1
  return questions.slice(from, to + 1)
}

export const isRowTooLong = (row: readonly SheetQuestion[]): boolean => row.length > MOST_BESIDE

/** Width of a column that the longest row of a design needs, millimetres; 0 without rows. */
export const widestRow = (questions: readonly SheetQuestion[]): number =>
  Math.max(
    0,
    ...questions.map((question) => {
      const { length } = besideRow(questions, question)
      return length > 1 ? length * LEAST_WIDTH + (length - 1) * CONTENT.gap : 0
    }),
  )

/** Width of each of some frames in a row. */
export const besideWidth = (columnWidth: number, count: number): number =>
  (columnWidth - (count - 1) * CONTENT.gap) / count

/** Frames side by side, as tall as the tallest of them. They stay together. */
export function rowItem(items: readonly FlowItem[]): FlowItem {
  const heightMm = Math.max(...items.map((item) => item.heightMm))
  return {
    heightMm,
    stretchMm: Math.min(...items.map((item) => item.stretchMm)),
    shrinkMm: Math.max(
      0,
      Math.min(...items.map((item) => heightMm - (item.heightMm - item.shrinkMm))),
    ),
    keepWithNext: false,
    breakBefore: items[0]?.breakBefore,
    split: () => null,
    place(builder, slot) {
      const widthMm = besideWidth(slot.widthMm, items.length)
      for (const [index, item] of items.entries()) {
        const xMm = slot.xMm + index * (widthMm + CONTENT.gap)
        item.place(builder, { xMm, yMm: slot.yMm, widthMm, heightMm: slot.heightMm })
      }
    },
  }
}
