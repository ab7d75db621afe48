import type { SheetKeyRule } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import type { ObjectiveRule, SheetDesign } from '@hengjuan/domain'
import { objectiveItemsOf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import { blockKeyOf, blocksOfSheet } from '../blocks/stored-blocks.ts'
import type { KeyRule } from '../../scoring/index.ts'
import { selectQuestionsWithKeys } from '../sheet.query.ts'

type Sheet = Selectable<Tables['answer_sheet']>

/** Questions of a sheet: with ids and keys when it is bound to an exam, from the design otherwise. */
export async function describeQuestions(db: Db, sheet: Sheet) {
  const knowledge = JSON.parse(sheet.knowledge) as Record<string, string[]>
  if (sheet.exam_id !== null && sheet.subject_id !== null) {
    const rows = await selectQuestionsWithKeys(db, sheet.exam_id, sheet.subject_id)
    return rows.map((row) => {
      const [ruling] = row.keys
      const rule = ruling && (JSON.parse(ruling.rule) as KeyRule)
      return {
        question_id: row.id,
        no: row.no,
        type: row.type,
        full_milli: row.full_milli,
        option_count: row.option_count,
        block_key: row.block_key,
        optional_group: row.optional_group,
        field_id: row.field_id,
        knowledge: knowledge[row.no] ?? [],
        key_version: ruling?.version ?? null,
        key: ruling ? (JSON.parse(ruling.answer) as string[]) : [],
        missing_milli: rule?.scoring.type === 2 ? rule.scoring.missingScoreMilli : null,
        accept:
          rule && (rule.scoring.type === 1 || rule.scoring.type === 13)
            ? [...(rule.scoring.accept ?? [])]
            : [],
        item_status: rule?.status ?? null,
        key_history: row.keys.map((key) => {
          const { scoring, status } = JSON.parse(key.rule) as KeyRule
          return {
            version: key.version,
            key: JSON.parse(key.answer) as string[],
            rule: wireRule(scoring),
            item_status: status,
            author: key.author ?? '',
            reason: key.reason,
            created_at: key.created_at,
          }
        }),
      }
    })
  }
  return plainQuestions(sheet, knowledge)
}

function plainQuestions(sheet: Sheet, knowledge: Record<string, string[]>) {
  const design = JSON.parse(sheet.design) as SheetDesign
  const { plan } = blocksOfSheet(sheet)
  const fields = new Map(objectiveItemsOf(design).map((item) => [item.questionNo, item]))
  return design.sections
    .flatMap(({ questions }) => questions)
    .map((question) => ({
      question_id: null,
      no: question.no,
      type: question.type,
      full_milli: question.fullMilli,
      option_count: fields.get(question.no)?.options.length ?? null,
      block_key: blockKeyOf(plan, question),
      optional_group: question.optionalGroup?.id ?? null,
      field_id: fields.get(question.no)?.fieldId ?? null,
      knowledge: knowledge[question.no] ?? [],
      key_version: null,
      key: [],
      missing_milli: null,
      accept: [],
      item_status: null,
      key_history: [],
    }))
}

/** A stored rule as a call would set it. */
export function wireRule(rule: ObjectiveRule): Static<typeof SheetKeyRule> {
  if (rule.type === 2)
    return {
      missing_milli: rule.missingScoreMilli,
      ...(rule.missingByCount ? { missing_by_count: rule.missingByCount } : {}),
      ...(rule.acceptSets?.length
        ? { accept_sets: rule.acceptSets.map((set) => set.join('')) }
        : {}),
    }
  if (rule.type === 99)
    return {
      custom_option_scores: { ...rule.optionScoresMilli },
      exceed_option_milli: Number(rule.allowExceed),
      missing_option_milli: Number(rule.allowMissing),
      error_option_milli: Number(rule.allowError),
    }
  return rule.accept?.length ? { accept: [...rule.accept] } : {}
}
