import type { Db, Tables } from '@hengjuan/db'
import type { SheetDesign } from '@hengjuan/domain'
import {
  blocksOf,
  fullMarkOf,
  type MarkingBlock,
  objectiveItemsOf,
  renderSvg,
  validateDesign,
} from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import type { KeyRule } from '../scoring/index.ts'
import { designOf, type Draft, tryLayout } from './draft.ts'
import { selectQuestionsWithKeys } from './sheet.query.ts'

/** A marking block as it goes over the wire. */
export const blockInfo = (block: MarkingBlock) => ({
  block_key: block.key,
  name: block.name,
  question_nos: block.questionNos,
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
})

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
export async function checkDraft(db: Db, schoolId: number, draft: Draft) {
  const { name: schoolName } = await db
    .selectFrom('school')
    .where('id', '=', schoolId)
    .select('name')
    .executeTakeFirstOrThrow()
  const design = designOf(draft, { id: 'draft', sheetCode: 0, schoolName })
  const early = validateDesign(design)
  const { geometry, problems } =
    early.length > 0 ? { geometry: null, problems: early } : tryLayout(design)
  return {
    problems: problems.map(({ code, message, questionNo }) => ({
      code: code as string,
      message,
      question_no: questionNo ?? null,
    })),
    // Blocks of a design with mistakes in it would mislead.
    blocks: early.length > 0 ? [] : blocksOf(design).map(blockInfo),
    objective: early.length > 0 ? [] : objectiveInfo(design),
    full_milli: early.length > 0 ? 0 : fullMarkOf(design),
    svg_pages: geometry?.pages.map((page) => renderSvg(page)) ?? [],
  }
}

/** Questions of a sheet: with ids and keys when it is bound to an exam, from the design otherwise. */
export async function sheetQuestions(db: Db, sheet: Selectable<Tables['answer_sheet']>) {
  if (sheet.exam_id !== null && sheet.subject_id !== null) {
    const rows = await selectQuestionsWithKeys(db, sheet.exam_id, sheet.subject_id)
    return rows.map((row) => {
      const rule = row.key && (JSON.parse(row.key.rule) as KeyRule)
      return {
        question_id: row.id,
        no: row.no,
        type: row.type,
        full_milli: row.full_milli,
        option_count: row.option_count,
        block_key: row.block_key,
        optional_group: row.optional_group,
        field_id: row.field_id,
        key_version: row.key?.version ?? null,
        key: row.key ? (JSON.parse(row.key.answer) as string[]) : [],
        missing_milli: rule?.scoring.type === 2 ? rule.scoring.missingScoreMilli : null,
        accept:
          rule && (rule.scoring.type === 1 || rule.scoring.type === 13)
            ? [...(rule.scoring.accept ?? [])]
            : [],
        item_status: rule?.status ?? null,
      }
    })
  }
  const design = JSON.parse(sheet.design) as SheetDesign
  const fields = new Map(objectiveItemsOf(design).map((item) => [item.questionNo, item]))
  return design.sections
    .flatMap(({ questions }) => questions)
    .map((question) => ({
      question_id: null,
      no: question.no,
      type: question.type,
      full_milli: question.fullMilli,
      option_count: fields.get(question.no)?.options.length ?? null,
      block_key: question.blockKey ?? null,
      optional_group: question.optionalGroup?.id ?? null,
      field_id: fields.get(question.no)?.fieldId ?? null,
      key_version: null,
      key: [],
      missing_milli: null,
      accept: [],
      item_status: null,
    }))
}
