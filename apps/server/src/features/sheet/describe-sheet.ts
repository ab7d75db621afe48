import type { Db } from '@hengjuan/db'
import { type AnswerSheetType, SHEET_TYPE_RULES, type SheetDesign } from '@hengjuan/domain'
import {
  fullMarkOf,
  objectiveItemsOf,
  renderSvg,
  templateOf,
  validateDesign,
} from '@hengjuan/sheet'
import { automaticPlan } from './blocks/block-plan.ts'
import { blockInfos } from './blocks/stored-blocks.ts'
import { designOf, type Draft, tryLayout } from './draft.ts'

export const objectiveInfo = (design: SheetDesign) =>
  objectiveItemsOf(design).map((item) => ({
    question_no: item.questionNo,
    type: item.type,
    full_milli: item.fullMilli,
    options: item.options,
    multiple: item.multiple,
    field_id: item.fieldId,
  }))

/** What a draft would become: what is wrong with it, or its blocks and pages. Nothing is stored. */
export async function checkDraft(db: Db, schoolId: number, draft: Draft, type: AnswerSheetType) {
  const { name: schoolName } = await db
    .selectFrom('school')
    .where('id', '=', schoolId)
    .select('name')
    .executeTakeFirstOrThrow()
  const design = designOf(draft, { id: 'draft', sheetCode: 0, schoolName })
  const { isMarked } = SHEET_TYPE_RULES[type]
  const early = isMarked ? validateDesign(design) : []
  const { geometry, problems } =
    early.length > 0 ? { geometry: null, problems: early } : tryLayout(design, type)
  return {
    problems: problems.map(({ code, message, questionNo }) => ({
      code: code as string,
      message,
      question_no: questionNo ?? null,
      block_key: null,
      blocking: true,
    })),
    // Blocks of a design with mistakes in it would mislead.
    blocks:
      geometry && isMarked
        ? blockInfos({ design, plan: automaticPlan(design, templateOf(geometry)) })
        : [],
    objective: early.length > 0 ? [] : objectiveInfo(design),
    full_milli: early.length > 0 ? 0 : fullMarkOf(design),
    svg_pages: geometry?.pages.map((page) => renderSvg(page)) ?? [],
  }
}
