import { milli, type PageReading, type TemplatePage } from '@hengjuan/domain'
import { pageRead } from '@hengjuan/omr'
import { pieceUrl } from './describe-sheet.ts'
import type { BoundTemplate } from './facts.query.ts'
import { boxOf, type Point, quadOf } from './geometry.ts'
import type { PageFacts, SheetFacts } from './judge/facts.ts'
import { assignPages, decisionOn } from './judge/pages.ts'
import { effectiveScores, readScore, sumOfMarks, TOTAL_FIELD } from './judge/scores.ts'
import type { MarkedBlock } from './score-marks.query.ts'

/** Shown around the place for a mark: the block's name stands to its left. */
const AROUND = { left: 30, right: 6, above: 3, below: 3 } as const

/** Where the mark of a block stands on a page, with what is printed beside it; null on other pages. */
export function scoreQuad(
  { template }: BoundTemplate,
  reading: PageReading,
  id: string,
): Point[] | null {
  const page = pageRead(template, reading)
  const boxes = page ? boxesOf(page, id) : []
  if (!page || boxes.length === 0) return null
  const left = Math.min(...boxes.map(({ xMm, widthMm }) => xMm - widthMm / 2)) - AROUND.left
  const top = Math.min(...boxes.map(({ yMm, heightMm }) => yMm - heightMm / 2)) - AROUND.above
  const right = Math.max(...boxes.map(({ xMm, widthMm }) => xMm + widthMm / 2)) + AROUND.right
  const bottom = Math.max(...boxes.map(({ yMm, heightMm }) => yMm + heightMm / 2)) + AROUND.below
  const xMm = Math.max(0, left)
  const yMm = Math.max(0, top)
  return quadOf(reading, {
    xMm,
    yMm,
    widthMm: Math.min(page.widthMm, right) - xMm,
    heightMm: Math.min(page.heightMm, bottom) - yMm,
  })
}

const boxesOf = ({ fields, digitFields = [] }: TemplatePage, id: string) =>
  fields.find((field) => field.id === id && field.kind === 'score')?.bubbles ??
  digitFields.find((field) => field.id === id)?.cells ??
  []

/** A mark to confirm: the block, what the machine read place by place, and where. */
export function describeScore(
  urlOf: (page: PageFacts) => string,
  bound: BoundTemplate,
  blocks: ReadonlyMap<string, MarkedBlock>,
  sheet: SheetFacts,
  target: string,
) {
  const found = sheet.pages
    .map((page) => ({ page, quad: scoreQuad(bound, page.reading, target) }))
    .find(({ quad }) => quad !== null)
  const plan = bound.plan.flatMap(({ scores }) => [...scores]).find(([id]) => id === target)?.[1]
  const block = plan && blocks.get(plan.blockKey)
  if (!found || !plan || !block) return null
  const { page, quad } = found
  const read = readScore(page.reading, target, plan)
  const typed = decisionOn(sheet.decisions, 'score', target)?.value.score_milli
  return {
    block_name: block.name,
    full_milli: block.fullMilli,
    legal_milli: block.legal,
    entry: plan.entry,
    read_milli: read.milli,
    places: plan.entry === 'bars' ? columnsOf(page, target) : cellsOf(page, target),
    /** What holds now; null while a person has to look. */
    answer_milli: typed ?? null,
    strip_url: pieceUrl(urlOf(page), page, quad),
    strip_box: boxOf(quad, { width: page.reading.widthPx, height: page.reading.heightPx }),
    total: target === TOTAL_FIELD ? describeTotal(bound, blocks, sheet) : null,
  }
}

/** The marks that a written total is compared with, in the order of the sheet. */
function describeTotal(
  { plan }: BoundTemplate,
  blocks: ReadonlyMap<string, MarkedBlock>,
  sheet: SheetFacts,
) {
  const roles = assignPages(sheet, plan)
  const marks = effectiveScores(sheet.decisions, roles, plan)
  const parts = plan.flatMap(({ scores }) =>
    [...scores].flatMap(([id, { blockKey }]) => {
      const block = blocks.get(blockKey)
      const mark = marks.get(id)?.answer?.[0]
      return id === TOTAL_FIELD || !block
        ? []
        : [
            {
              target: id,
              block_name: block.name,
              full_milli: block.fullMilli,
              legal_milli: block.legal,
              counted_milli: mark === undefined ? null : milli(Number(mark)),
            },
          ]
    }),
  )
  return { sum_milli: sumOfMarks(sheet.decisions, roles, plan), parts }
}

/** Bubbles from this probability on are shown as filled in. */
const FILLED = 0.5

/** What is filled in of each column of a bar. */
function columnsOf({ reading }: PageFacts, target: string) {
  const bubbles = reading.fields.find(({ id }) => id === target)?.bubbles ?? []
  return [...Map.groupBy(bubbles, ({ column }) => column)].map(([, column]) => {
    const most = Math.max(...column.map(({ value }) => Number(value)))
    return {
      name: most >= 10 ? '十位' : most >= 1 ? '个位' : '小数',
      marks: column
        .filter(({ filled }) => filled >= FILLED)
        .map(({ value }) => (most >= 10 ? String(Number(value) / 10) : value)),
    }
  })
}

/** What was read in each box, from the left; nothing in an empty one. */
function cellsOf({ reading }: PageFacts, target: string) {
  const cells = reading.digits?.find(({ id }) => id === target)?.cells ?? []
  return cells.map(({ digit }, at) => ({
    name: `第 ${at + 1} 格`,
    marks: digit.trim() === '' ? [] : [digit],
  }))
}
