import type { Db, Tables } from '@hengjuan/db'
import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { markingBlocks } from '../blocks/block-plan.ts'
import { blocksOfSheet } from '../blocks/stored-blocks.ts'
import { copyImport } from '../import/import.query.ts'
import { assertReplaceable } from '../sheet-binding.ts'
import { freeSheetCode } from '../sheet-code.ts'
import { insertVersion } from '../sheet-version.ts'
import { freeSheets, syncStructure } from '../sync-structure.ts'

/**
 * Copies a sheet that was not laid out here as it is: its print cannot follow another title.
 *
 * @throws AppError EXAM_PUBLISHED, SHEET_IN_USE
 */
export async function copyImported(
  services: Services,
  db: Db,
  who: { schoolId: number; userId: number },
  source: Selectable<Tables['answer_sheet']>,
  target: { exam: { id: number }; subjectId: number } | null,
  common: { name: string; note: string; subject_id: number | undefined },
): Promise<{ sheet_id: number }> {
  const binding = target && { examId: target.exam.id, subjectId: target.subjectId }
  if (binding) await assertReplaceable(db, binding)
  const at = isoNow(services.clock)
  const { id: _id, ...copied } = source
  const { id } = await db
    .insertInto('answer_sheet')
    .values({
      ...copied,
      school_id: who.schoolId,
      exam_id: binding?.examId ?? null,
      subject_id: common.subject_id ?? null,
      name: common.name,
      version: 1,
      sheet_code: await freeSheetCode(db),
      share_type: 0,
      is_template: 0,
      locked_by: null,
      locked_at: null,
      lock_reason: null,
      created_by: who.userId,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = `sheet-${id}-v1`
  const design = { ...(JSON.parse(source.design) as SheetDesign), id: name }
  const template = { ...(JSON.parse(source.template) as OmrTemplate), id: name }
  const storedDesign = JSON.stringify(design)
  await db
    .updateTable('answer_sheet')
    .set({ design: storedDesign, template: JSON.stringify(template) })
    .where('id', '=', id)
    .execute()
  await insertVersion(db, {
    sheetId: id,
    version: 1,
    design: storedDesign,
    blockPlan: source.block_plan,
    note: common.note,
    authorId: who.userId,
    at,
  })
  await copyImport(services, db, source.id, id)
  if (binding) {
    await freeSheets(db, binding, id)
    const blocks = markingBlocks(design, blocksOfSheet(source).own)
    await syncStructure(db, { ...binding, sheet: { id, design, blocks } })
  }
  return { sheet_id: id }
}
