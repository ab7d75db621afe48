import type { Db, Tables } from '@hengjuan/db'
import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import { layoutSheet, templateOf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import { withPlan } from '../blocks/block-plan.ts'
import { keptPlan } from '../blocks/kept-plan.ts'
import { blocksOfSheet } from '../blocks/stored-blocks.ts'
import { designOf, type Draft, draftOf } from '../draft.ts'
import { type Change, diffDesigns } from '../library/diff-designs.ts'
import { countScanned } from '../sheet-binding.ts'
import { reprintRefusals } from './reprint-refusals.ts'

type Sheet = Selectable<Tables['answer_sheet']>

interface Reprint {
  scanned_sheets: number
  prints: number
  changes: Change[]
  refusals: string[]
}

/** What another layout would do to a sheet of which paper is scanned already; null where none is. */
export async function reprintOf(db: Db, sheet: Sheet, draft: Draft): Promise<Reprint | null> {
  const { exam_id: examId, subject_id: subjectId } = sheet
  if (examId === null || subjectId === null) return null
  const scanned = await countScanned(db, { examId, subjectId })
  if (scanned === 0) return null
  const design = JSON.parse(sheet.design) as SheetDesign
  const template = JSON.parse(sheet.template) as OmrTemplate
  const { sheetCode, schoolName, id } = design
  const next = designOf(draft, { id, sheetCode, schoolName })
  const printed = templateOf(layoutSheet(next))
  const changes = diffDesigns(draftOf(design) as SheetDesign, draft as SheetDesign)
  return {
    scanned_sheets: scanned,
    prints: (template.pages[0]?.earlier?.length ?? 0) + 2,
    changes,
    refusals: refusalsOf(sheet, next, printed),
  }
}

/** @param printed the next design laid out, without blocks that were drawn by hand */
export function refusalsOf(sheet: Sheet, next: SheetDesign, printed: OmrTemplate): string[] {
  const design = JSON.parse(sheet.design) as SheetDesign
  const template = JSON.parse(sheet.template) as OmrTemplate
  const plan = keptPlan(sheet, next, printed)
  if (blocksOfSheet(sheet).own && !plan)
    return ['题块是手工划分的，作答区移动后框就不对了（先在「题块划分」恢复为按版面划分）']
  return reprintRefusals({ design, template }, { design: next, template: withPlan(printed, plan) })
}
