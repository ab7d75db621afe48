import { formatMilli } from '@hengjuan/domain'
import type { SheetQuestion } from '@hengjuan/domain'
import type { FlowItem } from './flow.ts'
import type { Slot } from './geometry.ts'
import { GREY, LINE, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'

const HEADER = 7.5
const RULE_PITCH = 8.8

export const scoreText = (question: SheetQuestion) => `（${formatMilli(question.fullMilli)}分）`

/** What a framed answer area does with a column: how it prints rows, and from where it may be cut. */
interface Frame {
  blockKey: string
  heightMm: number
  stretchMm: number
  shrinkMm: number
  /** Shortest first and last part when cut; null if the frame stays whole. */
  cut: { least: number; tail: number; step: number } | null
  draw(builder: PageBuilder, slot: Slot, part: { first: boolean; naturalMm: number }): void
}

/** A frame as a piece of content; cut into parts, every part is a region of the same block. */
export function frameItem(frame: Frame, fromMm = 0): FlowItem {
  const heightMm = frame.heightMm - fromMm
  return {
    heightMm,
    stretchMm: frame.stretchMm,
    shrinkMm: fromMm === 0 ? frame.shrinkMm : 0,
    keepWithNext: false,
    split(availableMm) {
      if (!frame.cut) return null
      const { least, tail, step } = frame.cut
      const taken = HEADER + Math.floor((availableMm - HEADER) / step) * step
      if (taken < least || heightMm - taken < tail) return null
      const first = { ...frameItem(frame, fromMm), heightMm: taken, stretchMm: 0 }
      return [first, frameItem(frame, fromMm + taken)]
    },
    place(builder, slot) {
      builder.block(frame.blockKey, slot)
      frame.draw(builder, slot, { first: fromMm === 0, naturalMm: this.heightMm })
    },
  }
}

/** A line of text in a frame, below the frame's top edge by a share of its height. */
interface Header {
  text: string
  fromMm: number
}

interface EssayLook {
  ruled: boolean
  /** Keeps its height: neither grows nor shrinks. */
  exact: boolean
}

/** Room to write a solution, headed by number and score; a merged frame has a header per question. */
export function essayFrame(
  blockKey: string,
  headers: Header[],
  heightMm: number,
  { ruled, exact }: EssayLook,
): FlowItem {
  return frameItem({
    blockKey,
    heightMm,
    stretchMm: exact ? 0 : heightMm * 0.6,
    shrinkMm: exact ? 0 : heightMm * 0.2,
    // A beginning that is but a small share of the answer looks like the whole area.
    cut:
      headers.length > 1
        ? null
        : { least: Math.min(80, Math.max(30, heightMm * 0.4)), tail: 30, step: 1 },
    draw(builder, slot, { first }) {
      const scale = slot.heightMm / heightMm
      if (!first) drawHeader(builder, slot, `${headers[0]!.text}（续）`)
      else
        for (const { text, fromMm } of headers)
          drawHeader(builder, { ...slot, yMm: slot.yMm + fromMm * scale }, text)
      if (ruled) drawRules(builder, slot, linesIn(slot.heightMm))
    },
  })
}

/** The frames of one question: one, or as many as it was split into. */
export function essayFrames(question: SheetQuestion, columnWidth: number): FlowItem[] {
  const header = `${question.no}.${scoreText(question)}`
  const look = { ruled: isRuled(question), exact: question.exactHeight === true }
  const parts = question.partsMm ?? [essayHeight(question, columnWidth)]
  return parts.map((heightMm, index) => {
    const mark = parts.length === 1 ? '' : `（${index + 1}）`
    const text = index === 0 ? `${header}${mark}` : `${question.no}.${mark}`
    return essayFrame(question.blockKey!, [{ text, fromMm: 0 }], heightMm, {
      ...look,
      exact: look.exact || parts.length > 1,
    })
  })
}

/** One frame for several questions, each below the one before, without a line between them. */
export function sharedFrame(questions: SheetQuestion[], columnWidth: number): FlowItem {
  let heightMm = 0
  const headers = questions.map((question) => {
    const fromMm = heightMm
    heightMm += essayHeight(question, columnWidth)
    return { text: `${question.no}.${scoreText(question)}`, fromMm }
  })
  return essayFrame(questions[0]!.blockKey!, headers, heightMm, {
    // Rules would run through the headers further down.
    ruled: false,
    exact: questions.some(({ exactHeight }) => exactHeight),
  })
}

/** Height of the answer area of a question, by what it is worth. */
export function essayHeight(question: SheetQuestion, columnWidth: number): number {
  if (question.heightMm) return question.heightMm
  const points = question.fullMilli / 1000
  if (isRuled(question)) return ruledHeight(Math.max(2, Math.ceil(points * 0.9)))
  // A narrow column takes the same writing on more lines.
  const narrow = columnWidth < 150 ? 1.12 : 1
  return Math.round(Math.min(120, Math.max(32, 24 + 4.2 * points)) * narrow)
}

export const isRuled = (question: SheetQuestion) => question.type === 10

/** Lines for an English composition. */
export function linesFrame(question: SheetQuestion, lines: number): FlowItem {
  const header = `${question.no}.${scoreText(question)}`
  return frameItem({
    blockKey: question.blockKey!,
    heightMm: ruledHeight(lines),
    stretchMm: lines * 1.2,
    shrinkMm: 0,
    cut: { least: ruledHeight(3), tail: ruledHeight(3), step: RULE_PITCH },
    draw(builder, slot, { first, naturalMm }) {
      drawHeader(builder, slot, first ? header : `${header}（续）`)
      drawRules(builder, slot, linesIn(naturalMm))
    },
  })
}

const ruledHeight = (lines: number) => HEADER + lines * RULE_PITCH + 3.4

const linesIn = (heightMm: number) => Math.floor((heightMm - HEADER - 2.6) / RULE_PITCH + 1e-6)

function drawRules(builder: PageBuilder, slot: Slot, lines: number): void {
  const pitch = (slot.heightMm - HEADER - 3.4) / Math.max(1, lines)
  for (let line = 1; line <= lines; line++) {
    const y = slot.yMm + HEADER + line * pitch
    builder.line(slot.xMm + 4, y, slot.xMm + slot.widthMm - 4, y, LINE.rule, GREY.grid)
  }
}

function drawHeader(builder: PageBuilder, slot: Slot, header: string): void {
  builder.text(header, slot.xMm + 2.5, slot.yMm + 5.2, TEXT.body, { bold: true })
}
