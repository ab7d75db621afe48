import { sheetQuestionAdd, sheetQuestionDelete, sheetQuestionTable } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, SHEET_TYPE_RULES, type SheetDesign } from '@hengjuan/domain'
import { fullMarkOf } from '@hengjuan/sheet'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { assertNoImportErrors } from '../../../spreadsheet/index.ts'
import { schoolOf } from '../../school/index.ts'
import { finishScores } from '../../scoring/index.ts'
import { asSheetAct } from '../as-sheet-act.ts'
import { type Draft, designOf, tryLayout } from '../draft.ts'
import { diffDesigns } from '../library/diff-designs.ts'
import { ownSheet } from '../sheet-of-call.ts'
import { countScannedSheets } from '../scan-count.query.ts'
import { assertUnlocked, assertUnpublished } from '../sheet-state.ts'
import { madeTypeOf } from '../sheet-type.ts'
import { changeDesign, designedDraft, withoutQuestion, withQuestion } from './change-questions.ts'
import { checkQuestionTable, readQuestionTable } from './question-table.ts'
import { assertNotReleased } from '../sheet-binding.ts'

type Call = Parameters<typeof ownSheet>[0] & Parameters<typeof audit>[1]

export function registerQuestions(target: ServeApp): void {
  serve(target, sheetQuestionAdd, async (call) => {
    const { section, title, after, question, version } = call.body
    return change(call, 'sheet-question-add', version, (draft) =>
      withQuestion(draft, { section, title, after }, question),
    )
  })

  serve(target, sheetQuestionDelete, async (call) => {
    const { question_no: no, version } = call.body
    return change(call, 'sheet-question-delete', version, (draft) => withoutQuestion(draft, no))
  })

  serve(target, sheetQuestionTable, async (call) => {
    const { query, services, session } = call
    const sheet = await ownSheet(call)
    const before = designedDraft(sheet)
    const checked = checkQuestionTable(await readQuestionTable(call.file))
    const draft: Draft = { ...before, sections: checked.sections }
    const design = designOf(draft, { id: 'draft', sheetCode: 0, schoolName: '' })
    const { problems } =
      checked.errors.length > 0 ? { problems: [] } : tryLayout(design, madeTypeOf(sheet))
    const preview = {
      version: null,
      rows: checked.rows.map((row) => ({
        ...row,
        problems: [
          ...row.problems,
          ...problems.filter(({ questionNo }) => questionNo === row.no).map((one) => one.message),
        ],
      })),
      changes: checked.errors.length > 0 ? [] : diffDesigns(before as SheetDesign, design),
      full_milli: checked.errors.length > 0 ? 0 : fullMarkOf(design),
      refusal: problems[0]?.message ?? null,
    }
    // Told before the table is sent to be saved, not after.
    if (preview.refusal === null && preview.changes.length > 0)
      preview.refusal = await whyFixed(services.db, sheet)
    if (query.preview === 1) return preview
    assertNoImportErrors(checked.errors)
    const who = { schoolId: schoolOf(session), userId: session.userId }
    const store = async (db: Db) => {
      const isKeyed = sheet.exam_id !== null && SHEET_TYPE_RULES[madeTypeOf(sheet)].hasKeys
      const { keys, rules, knowledge } = checked
      const more = isKeyed ? { keys, rules } : {}
      const done = await changeDesign(services, db, who, sheet, draft, more)
      await db
        .updateTable('answer_sheet')
        .set({
          knowledge: JSON.stringify({
            ...(JSON.parse(sheet.knowledge) as object),
            ...knowledge,
          }),
        })
        .where('id', '=', sheet.id)
        .execute()
      await audit(db, call, {
        action: 'sheet-question-table',
        object: `sheet:${sheet.id}`,
        before: { version: sheet.version },
        after: { version: done.version, rows: checked.rows.length },
      })
      return done
    }
    const saved = await asSheetAct(call, sheet, async () => {
      const done = await services.db.transaction().execute(store)
      await finishScores(services)
      return done
    })
    return { ...preview, version: saved.version }
  })
}

/** Why the questions of a sheet stay as they are; null where they may change. */
async function whyFixed(
  db: Db,
  sheet: Awaited<ReturnType<typeof ownSheet>>,
): Promise<string | null> {
  try {
    await assertUnlocked(db, sheet)
    await assertUnpublished(db, sheet)
    if (sheet.exam_id !== null && sheet.subject_id !== null)
      await assertNotReleased(db, { examId: sheet.exam_id, subjectId: sheet.subject_id })
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  const { exam_id: examId, subject_id: subjectId } = sheet
  if (examId === null || subjectId === null) return null
  const count = await countScannedSheets(db, { examId, subjectIds: [subjectId] })
  return count === 0 ? null : new AppError('SHEET_IN_USE', { count }).message
}

async function change(
  call: Call,
  action: string,
  version: number | undefined,
  edit: (draft: Draft) => Draft,
) {
  const { services, session } = call
  const sheet = await ownSheet(call)
  const draft = edit(designedDraft(sheet))
  if (draft.sections.length === 0)
    throw new AppError('SHEET_DESIGN_INVALID', { reason: '答题卡至少要有一道题' })
  return services.db.transaction().execute(async (db) => {
    const who = { schoolId: schoolOf(session), userId: session.userId }
    const done = await changeDesign(services, db, who, sheet, draft, { version })
    await audit(db, call, {
      action,
      object: `sheet:${sheet.id}`,
      before: { version: sheet.version },
      after: { version: done.version, changes: done.changes },
    })
    return done
  })
}
