import type { Tables } from '@hengjuan/db'
import { isObjectiveType, type OmrTemplate, type SheetDesign } from '@hengjuan/domain'
import { type SheetGeometry, templateOf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import { withEarlierOf } from './with-earlier.ts'
import { isMadeHere, isMarkedHere } from '../sheet-type.ts'
import {
  automaticPlan,
  markingBlocks,
  type PlannedBlock,
  printedAreas,
  regionOf,
} from './block-plan.ts'

type Sheet = Selectable<Tables['answer_sheet']>

/** The blocks of a stored sheet, and what they are drawn on. */
interface StoredBlocks {
  design: SheetDesign
  /** Template with the printed areas, whatever was drawn since. */
  printed: OmrTemplate
  /** Blocks drawn by a person; null while they follow from the design. */
  own: PlannedBlock[] | null
  /** The blocks that rule. */
  plan: PlannedBlock[]
}

export function blocksOfSheet(sheet: Sheet): StoredBlocks {
  const design = JSON.parse(sheet.design) as SheetDesign
  const own = sheet.block_plan === null ? null : (JSON.parse(sheet.block_plan) as PlannedBlock[])
  const stored = JSON.parse(sheet.template) as OmrTemplate
  const printed =
    own && isMadeHere(sheet)
      ? {
          ...withEarlierOf(templateOf(JSON.parse(sheet.geometry) as SheetGeometry), stored),
          id: stored.id,
        }
      : stored
  const plan = isMarkedHere(sheet) ? (own ?? automaticPlan(design, printed)) : []
  return { design, printed, own, plan }
}

/** Blocks as they go over the wire. */
export function blockInfos({ design, plan }: Pick<StoredBlocks, 'design' | 'plan'>) {
  return markingBlocks(design, plan).map((block, at) => ({
    block_key: block.key,
    name: block.name,
    question_nos: block.questionNos,
    regions: plan[at]?.regions ?? [],
    full_milli: block.fullMilli,
    optional: block.optional
      ? { group_id: block.optional.groupId, choose: block.optional.choose }
      : null,
    score_points: block.scorePoints.map((point) => ({
      question_no: point.questionNo,
      name: point.name,
      full_milli: point.fullMilli,
      step_milli: point.stepMilli,
    })),
  }))
}

/** Pages and printed areas of a sheet, to draw blocks on. */
export const drawingBoard = ({ printed }: Pick<StoredBlocks, 'printed'>) => ({
  pages: printed.pages.map(({ page, widthMm, heightMm }) => ({
    page,
    width_mm: widthMm,
    height_mm: heightMm,
  })),
  areas: printedAreas(printed).map(({ page, region }) => ({
    ...regionOf(page, region),
    block_key: region.blockKey ?? '',
  })),
})

/** The block that a question is marked in; objective questions have none. */
export const blockKeyOf = (plan: readonly PlannedBlock[], question: { no: string; type: number }) =>
  isObjectiveType(question.type as 1)
    ? null
    : (plan.find(({ question_nos }) => question_nos.includes(question.no))?.block_key ?? null)
