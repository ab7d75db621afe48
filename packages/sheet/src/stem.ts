import { isObjectiveType } from '@hengjuan/domain'
import type { SheetQuestion } from '@hengjuan/domain'
import { scoreText } from './answer-frame.ts'
import { breakLines } from './break-lines.ts'
import type { FlowItem } from './flow.ts'
import { BUBBLE, TEXT } from './measures.ts'
import { placeChoices } from './objective-grid.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

/** Characters of one question's text. */
export const MOST_STEM = 2000

const LINE_PITCH = 5
const FIRST_BASELINE = 3.7
/** From the number to the text. */
const NUMBER_GAP = 1.2
/** From the last line of a text to the bubbles under it: print that is nearer would darken them. */
const BUBBLE_GAP = 1.2

/** The text of a question that stands on the sheet; empty for one that has none. */
export const stemOf = ({ stem = '' }: Pick<SheetQuestion, 'stem'>): string =>
  stem
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '　')
    .replace(/^\s*\n/, '')
    .trimEnd()

/** The text of a question as a piece of content; what is answered follows it in the same column. */
export function stemItem(question: SheetQuestion, columnWidth: number): FlowItem {
  const { no } = question
  const lines = stemLines(question, columnWidth)
  return {
    heightMm: lines.length * LINE_PITCH,
    stretchMm: 0,
    shrinkMm: 0,
    keepWithNext: true,
    stemOf: no,
    split: () => null,
    place: (builder, slot) => placeStem(builder, question, lines, slot),
  }
}

/** A choice with its text: the bubbles stand in a row of their own under it. */
export function stemChoice(question: SheetQuestion, columnWidth: number): FlowItem {
  const text = stemItem(question, columnWidth)
  return {
    ...text,
    heightMm: text.heightMm + BUBBLE_GAP + BUBBLE.pitchY,
    keepWithNext: false,
    place(builder, slot) {
      text.place(builder, slot)
      const top = slot.yMm + text.heightMm + BUBBLE_GAP - (BUBBLE.pitchY - BUBBLE.height) / 2
      placeChoices(builder, question, slot.xMm, top)
    },
  }
}

function stemLines(question: SheetQuestion, columnWidth: number): string[] {
  const width = columnWidth - indentOf(question)
  const worth = isObjectiveType(question.type) ? '' : scoreText(question)
  return `${worth}${stemOf(question)}`
    .split('\n')
    .flatMap((paragraph) => breakLines(paragraph, TEXT.body, width))
}

const indentOf = ({ no }: SheetQuestion) => textWidth(`${no}.`, TEXT.body) + NUMBER_GAP

function placeStem(
  builder: PageBuilder,
  question: SheetQuestion,
  lines: readonly string[],
  { xMm, yMm }: { xMm: number; yMm: number },
): void {
  builder.text(`${question.no}.`, xMm, yMm + FIRST_BASELINE, TEXT.body)
  const left = xMm + indentOf(question)
  for (const [index, line] of lines.entries())
    if (line !== '') builder.text(line, left, yMm + FIRST_BASELINE + index * LINE_PITCH, TEXT.body)
}
