import type { SheetQuestion } from '@hengjuan/domain'
import type { FlowItem } from './flow.ts'
import type { Slot } from './geometry.ts'
import { BUBBLE, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

const NUMBER_WIDTH = 7.4
const GROUP_SIZE = 5
const GROUP_GAP = 3
const PAD = 2.4
const ROW_GAP = 3.2
/** Most that groups move apart to fill a row. */
const WIDEST_SPARE = 7

/** Questions that stand under each other. */
type Group = SheetQuestion[]

export const groupWidth = (options: number) =>
  NUMBER_WIDTH + options * BUBBLE.pitchX + GROUP_GAP - (BUBBLE.pitchX - BUBBLE.width)

export const optionsOf = (question: SheetQuestion) =>
  question.type === 13 ? 2 : (question.optionCount ?? 4)

/** A framed grid of choices: groups of five questions side by side, as many as the column holds. */
export function objectiveGrid(questions: SheetQuestion[], columnWidth: number): FlowItem {
  const inner = columnWidth - 2 * PAD + GROUP_GAP
  const rows = packRows(groupsOf(questions), inner)
  const spares = rows.map((row) => (inner - rowWidth(row)) / row.length)
  // Rows keep one spacing, so that groups of one kind stand under each other.
  return gridOf(rows, Math.max(0, Math.min(WIDEST_SPARE, ...spares)))
}

function gridOf(rows: Group[][], spareMm: number): FlowItem {
  const heights = rows.map((row) => Math.max(...row.map((group) => group.length)) * BUBBLE.pitchY)
  const total = (list: number[]) =>
    2 * PAD + list.reduce((sum, height) => sum + height + ROW_GAP, -ROW_GAP) - 1.4
  return {
    heightMm: total(heights),
    shrinkMm: 0,
    stretchMm: 0,
    keepWithNext: false,
    split(availableMm) {
      let count = 0
      while (count < rows.length && total(heights.slice(0, count + 1)) <= availableMm) count += 1
      if (count === 0 || count === rows.length) return null
      return [gridOf(rows.slice(0, count), spareMm), gridOf(rows.slice(count), spareMm)]
    },
    place(builder, slot) {
      builder.box(slot)
      const registered = `choice:${rows[0]![0]![0]!.no}`
      let y = slot.yMm + PAD - 0.7
      for (const [index, row] of rows.entries()) {
        let x = slot.xMm + PAD
        for (const group of row) {
          placeGroup(builder, group, x, y, registered)
          x += groupWidth(optionsOf(group[0]!)) + spareMm
        }
        y += heights[index]! + ROW_GAP
      }
    },
  }
}

/** Five to a group; another number of options begins a new one. */
function groupsOf(questions: SheetQuestion[]): Group[] {
  const groups: Group[] = []
  for (const question of questions) {
    const group = groups.at(-1)
    const joins =
      group &&
      group.length < GROUP_SIZE &&
      optionsOf(group[0]!) === optionsOf(question) &&
      (group[0]!.type === 13) === (question.type === 13)
    if (joins) group.push(question)
    else groups.push([question])
  }
  return groups
}

const rowWidth = (row: Group[]) =>
  row.reduce((sum, group) => sum + groupWidth(optionsOf(group[0]!)), 0)

function packRows(groups: Group[], widthMm: number): Group[][] {
  const rows: Group[][] = []
  for (const group of groups) {
    const row = rows.at(-1)
    if (row && rowWidth([...row, group]) <= widthMm) row.push(group)
    else rows.push([group])
  }
  return rows
}

function placeGroup(
  builder: PageBuilder,
  group: Group,
  left: number,
  top: number,
  registered: string,
): void {
  for (const [row, question] of group.entries())
    placeChoices(builder, question, left, top + row * BUBBLE.pitchY, registered)
}

/** The number of a choice and its bubbles, in one row of the usual height. */
export function placeChoices(
  builder: PageBuilder,
  question: SheetQuestion,
  left: number,
  top: number,
  registered = `choice:${question.no}`,
): void {
  const yMm = top + 0.5 * BUBBLE.pitchY
  builder.text(question.no, left + NUMBER_WIDTH - 1.6, yMm + 1.05, 2.9, { align: 'right' })
  const first = left + NUMBER_WIDTH + BUBBLE.width / 2
  builder.field(
    {
      id: `choice:${question.no}`,
      kind: 'choice',
      direction: 'horizontal',
      multiple: question.type === 2 || question.type === 99,
      group: registered,
    },
    optionValues(question).map(({ value, label }, index) => ({
      value,
      label,
      xMm: first + index * BUBBLE.pitchX,
      yMm,
    })),
  )
}

/** True and false are stored as A and B (domain rules 2.1) and printed as T and F. */
export function optionValues(question: SheetQuestion): { value: string; label: string }[] {
  return Array.from({ length: optionsOf(question) }, (_, index) => {
    const value = String.fromCharCode(65 + index)
    return { value, label: question.type === 13 ? (['T', 'F'][index] ?? value) : value }
  })
}

/** The row that says which of the optional questions was answered. */
export function optionalChoice(
  questions: SheetQuestion[],
  group: { id: string; choose: number },
): FlowItem {
  const heightMm = 8
  return {
    heightMm,
    shrinkMm: 0,
    stretchMm: 0,
    keepWithNext: true,
    split: () => null,
    place(builder, slot) {
      builder.box(slot)
      placeOptionalChoice(builder, slot, questions, group)
    },
  }
}

function placeOptionalChoice(
  builder: PageBuilder,
  slot: Slot,
  questions: SheetQuestion[],
  group: { id: string; choose: number },
): void {
  const yMm = slot.yMm + slot.heightMm / 2
  builder.text('我选做的题号是', slot.xMm + 3, yMm + 1.1, TEXT.body, { bold: true })
  const widthMm = 5.6
  const pitch = widthMm + 2.2
  const first = slot.xMm + 3 + 7 * TEXT.body + 4 + widthMm / 2
  builder.field(
    {
      id: `optional:${group.id}`,
      kind: 'optionalChoice',
      direction: 'horizontal',
      multiple: group.choose > 1,
      group: `optional:${group.id}`,
    },
    questions.map(({ no }, index) => ({
      value: no,
      label: no,
      xMm: first + index * pitch,
      yMm,
      widthMm,
    })),
  )
  const left = first + questions.length * pitch - 2
  const hint = [`（须用2B铅笔填涂，限选${group.choose}题）`, `（限选${group.choose}题）`].find(
    (text) => left + textWidth(text, TEXT.small) <= slot.xMm + slot.widthMm - 1,
  )
  if (hint) builder.text(hint, left, yMm + 1, TEXT.small)
}

export function chunk<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < list.length; start += size)
    chunks.push(list.slice(start, start + size))
  return chunks
}
