import { isObjectiveType } from '@hengjuan/domain'
import type { SheetQuestion, SheetSection } from '@hengjuan/domain'
import {
  essayFrame,
  essayFrames,
  essayHeight,
  isRuled,
  linesFrame,
  scoreText,
  sharedFrame,
} from './answer-frame.ts'
import { besideWidth, rowItem } from './beside.ts'
import { compositionGrid } from './composition.ts'
import { fillFrame } from './fill-frame.ts'
import type { FlowItem } from './flow.ts'
import type { DesignArea, Slot } from './geometry.ts'
import { isFillType } from './marking-blocks.ts'
import { boxesFrame, linkFrame } from './match-frame.ts'
import { TEXT } from './measures.ts'
import { objectiveGrid, optionalChoice } from './objective-grid.ts'
import { stemChoice, stemItem, stemOf } from './stem.ts'
import { wrapText } from './text-width.ts'

const TITLE_LINE = 5

/** What stands above the first answer area of a block; nothing from its second area on. */
type AboveBlock = (blockKey: string) => FlowItem[]

/** A section as content to flow: its title, then its questions in printed order. */
export function sectionItems(
  section: SheetSection,
  index: number,
  columnWidth: number,
  aboveBlock: AboveBlock,
): FlowItem[] {
  const runs = rowsOf(runsOf(section.questions)).map((row) => {
    const [run] = row as [SheetQuestion[]]
    const width = besideWidth(columnWidth, row.length)
    const [first, ...others] =
      row.length === 1
        ? runItems(run, index, columnWidth, aboveBlock)
        : [rowItem(row.flatMap((beside) => runItems(beside, index, width, aboveBlock)))]
    return [{ ...first!, breakBefore: run[0]!.breakBefore }, ...others]
  })
  const items = runs.flat()
  if (!section.title) return items
  const title = held(titleItem(section.title, columnWidth), {
    kind: 'title',
    section: index,
    questionNos: [],
  })
  // A title goes where its first question goes.
  const [first, ...others] = items
  if (!first) return [title]
  return [
    { ...title, breakBefore: first.breakBefore },
    { ...first, breakBefore: undefined },
    ...others,
  ]
}

/** An item whose place a designer can take hold of; parts that are cut off count on. */
function held(item: FlowItem, area: Omit<DesignArea, keyof Slot | 'part'>, part = 0): FlowItem {
  return {
    ...item,
    split(availableMm) {
      const parts = item.split(availableMm)
      return parts && [held(parts[0], area, part), held(parts[1], area, part + 1)]
    },
    place(builder, slot) {
      builder.area({ ...area, part }, slot)
      item.place(builder, slot)
    },
  }
}

function runItems(
  run: SheetQuestion[],
  section: number,
  columnWidth: number,
  aboveBlock: AboveBlock,
): FlowItem[] {
  const first = run[0]!
  const questionNos = run.map(({ no }) => no)
  const strip = { kind: 'strip', section, questionNos } as const
  const texts = run.filter(stemOf).map((question) => held(stemItem(question, columnWidth), strip))
  const entries = () => aboveBlock(first.blockKey!).map((entry) => held(entry, strip))
  if (isObjectiveType(first.type) && stemOf(first))
    return [held(stemChoice(first, columnWidth), { kind: 'objective', section, questionNos })]
  if (isObjectiveType(first.type))
    return [held(objectiveGrid(run, columnWidth), { kind: 'objective', section, questionNos })]
  if (first.optionalGroup) {
    const [choice, area] = optionalItems(run, first.optionalGroup, columnWidth)
    const group = { kind: 'optional', section, questionNos } as const
    return [...texts, held(choice, strip), ...entries(), held(area, group)]
  }
  const frameOf = OWN_FRAMES[first.type]
  if (frameOf)
    return [
      ...texts,
      ...entries(),
      held(frameOf(first, columnWidth), { kind: 'fill', section, questionNos }),
    ]
  if (isFillType(first.type))
    return [
      ...texts,
      ...entries(),
      held(fillFrame(run, columnWidth), { kind: 'fill', section, questionNos }),
    ]
  return [...texts, ...entries(), ...answerItems(run, section, columnWidth)]
}

/** Questions that are neither written on lines nor in an empty frame. */
const OWN_FRAMES: Partial<Record<SheetQuestion['type'], typeof boxesFrame>> = {
  12: boxesFrame,
  14: linkFrame,
  15: boxesFrame,
}

function answerItems(questions: SheetQuestion[], section: number, columnWidth: number): FlowItem[] {
  const [question] = questions as [SheetQuestion]
  const area = { section, questionNos: questions.map(({ no }) => no) }
  if (question.type === 11)
    return [held(compositionGrid(question, columnWidth), { kind: 'grid', ...area })]
  if (question.type === 7) {
    const lines = question.gridCells ?? Math.ceil(question.fullMilli / 2000) + 3
    return [held(linesFrame(question, lines), { kind: 'lines', ...area })]
  }
  const frames =
    questions.length > 1
      ? [sharedFrame(questions, columnWidth)]
      : essayFrames(question, columnWidth)
  return frames.map((frame, part) => held(frame, { kind: 'essay', ...area }, part))
}

/** One row of bubbles and one shared area, as tall as the tallest question of the group wants. */
function optionalItems(
  run: SheetQuestion[],
  group: { id: string; choose: number },
  columnWidth: number,
): [choice: FlowItem, area: FlowItem] {
  const height = Math.max(...run.map((question) => essayHeight(question, columnWidth)))
  const header = `选做题${scoreText({ ...run[0]!, fullMilli: run[0]!.fullMilli * group.choose })}`
  const isExact = run.some(({ exactHeight }) => exactHeight)
  const tall = height * (group.choose > 1 && !isExact ? group.choose * 0.9 : 1)
  const area = essayFrame(run[0]!.blockKey!, [{ text: header, fromMm: 0 }], tall, {
    ruled: run.some(isRuled),
    exact: isExact,
  })
  return [optionalChoice(run, group), area]
}

/** Consecutive questions that share a grid or a frame. */
function runsOf(questions: SheetQuestion[]): SheetQuestion[][] {
  const runs: SheetQuestion[][] = []
  for (const question of questions) {
    const run = runs.at(-1)
    if (run && !question.breakBefore && isOneRun(run[0]!, question)) run.push(question)
    else runs.push([question])
  }
  return runs
}

/** Runs that stand side by side. */
function rowsOf(runs: SheetQuestion[][]): SheetQuestion[][][] {
  const rows: SheetQuestion[][][] = []
  for (const run of runs) {
    const row = rows.at(-1)
    if (row && run[0]!.besidePrevious) row.push(run)
    else rows.push([run])
  }
  return rows
}

/** Frames of their own are runs of their own; a question that joins is written in the frame before. */
function isOneRun(first: SheetQuestion, question: SheetQuestion): boolean {
  if (question.type in OWN_FRAMES || first.type in OWN_FRAMES) return false
  if (isAnsweredAlone(first) || isAnsweredAlone(question)) return false
  const hasFrame =
    !question.optionalGroup && !isObjectiveType(question.type) && !isFillType(question.type)
  return runKey(first) === runKey(question) && (!hasFrame || question.joinsPrevious === true)
}

/** A text stands right above its own bubbles or blanks. */
const isAnsweredAlone = (question: SheetQuestion): boolean =>
  stemOf(question) !== '' &&
  !question.optionalGroup &&
  (isObjectiveType(question.type) || isFillType(question.type))

function runKey(question: SheetQuestion): string {
  if (question.optionalGroup) return `optional ${question.optionalGroup.id}`
  if (isObjectiveType(question.type)) return 'objective'
  const kind = isFillType(question.type) ? 'fill' : 'area'
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
