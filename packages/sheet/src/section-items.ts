import { isObjectiveType } from '@hengjuan/domain'
import type { QuestionType, SheetQuestion, SheetSection } from '@hengjuan/domain'
import {
  essayFrame,
  essayHeight,
  fillFrame,
  isRuled,
  linesFrame,
  scoreText,
} from './answer-frame.ts'
import { compositionGrid } from './composition.ts'
import type { FlowItem } from './flow.ts'
import { TEXT } from './measures.ts'
import { objectiveGrid, optionalChoice } from './objective-grid.ts'
import { wrapText } from './text-width.ts'

const FILL_TYPES: readonly QuestionType[] = [3, 5, 8, 12, 14, 15, 16, 17, 18]
const TITLE_LINE = 5

/** What stands above the first answer area of a block; nothing from its second area on. */
type AboveBlock = (blockKey: string) => FlowItem[]

/** A section as content to flow: its title, then its questions in printed order. */
export function sectionItems(
  section: SheetSection,
  columnWidth: number,
  aboveBlock: AboveBlock,
): FlowItem[] {
  const items = section.title ? [titleItem(section.title, columnWidth)] : []
  for (const run of runsOf(section.questions)) items.push(...runItems(run, columnWidth, aboveBlock))
  return items
}

function runItems(run: SheetQuestion[], columnWidth: number, aboveBlock: AboveBlock): FlowItem[] {
  const first = run[0]!
  if (isObjectiveType(first.type)) return [objectiveGrid(run, columnWidth)]
  if (first.optionalGroup) {
    const [choice, area] = optionalItems(run, first.optionalGroup, columnWidth)
    return [choice, ...aboveBlock(first.blockKey!), area]
  }
  if (FILL_TYPES.includes(first.type))
    return [...aboveBlock(first.blockKey!), fillFrame(run, columnWidth)]
  return run.flatMap((question) => [
    ...aboveBlock(question.blockKey!),
    answerItem(question, columnWidth),
  ])
}

function answerItem(question: SheetQuestion, columnWidth: number): FlowItem {
  if (question.type === 11) return compositionGrid(question, columnWidth)
  if (question.type === 7)
    return linesFrame(question, question.gridCells ?? Math.ceil(question.fullMilli / 2000) + 3)
  const header = `${question.no}.${scoreText(question)}`
  const height = essayHeight(question, columnWidth)
  return essayFrame(question.blockKey!, header, height, isRuled(question))
}

/** One row of bubbles and one shared area, as tall as the tallest question of the group wants. */
function optionalItems(
  run: SheetQuestion[],
  group: { id: string; choose: number },
  columnWidth: number,
): [choice: FlowItem, area: FlowItem] {
  const height = Math.max(...run.map((question) => essayHeight(question, columnWidth)))
  const header = `选做题${scoreText({ ...run[0]!, fullMilli: run[0]!.fullMilli * group.choose })}`
  const tall = height * (group.choose > 1 ? group.choose * 0.9 : 1)
  const area = essayFrame(run[0]!.blockKey!, header, tall, run.some(isRuled))
  return [optionalChoice(run, group), area]
}

/** Consecutive questions that share a grid or a frame. */
function runsOf(questions: SheetQuestion[]): SheetQuestion[][] {
  const runs: SheetQuestion[][] = []
  for (const question of questions) {
    const run = runs.at(-1)
    if (run && runKey(run[0]!) === runKey(question)) run.push(question)
    else runs.push([question])
  }
  return runs
}

function runKey(question: SheetQuestion): string {
  if (question.optionalGroup) return `optional ${question.optionalGroup.id}`
  if (isObjectiveType(question.type)) return 'objective'
  const kind = FILL_TYPES.includes(question.type) ? 'fill' : 'area'
  return `${kind} ${question.blockKey}`
}

function titleItem(title: string, columnWidth: number): FlowItem {
  const lines = wrapText(title, TEXT.section, columnWidth)
  const heightMm = lines.length * TITLE_LINE + 0.2
  return {
    heightMm,
    shrinkMm: 0,
    stretchMm: 0,
    keepWithNext: true,
    split: () => null,
    place(builder, slot) {
      for (const [index, line] of lines.entries())
        builder.text(line, slot.xMm, slot.yMm + 3.9 + index * TITLE_LINE, TEXT.section, {
          bold: true,
        })
    },
  }
}
