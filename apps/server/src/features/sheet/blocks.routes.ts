import { sheetBindQuestions, sheetBlockCheck, sheetBlockInfo } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { fullMarkOf, renderSvg, type SheetGeometry } from '@hengjuan/sheet'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { recropSubject } from '../scan/index.ts'
import { schoolOf } from '../school/index.ts'
import { finishScores } from '../scoring/index.ts'
import { asSheetAct } from './as-sheet-act.ts'
import { checkDraft, objectiveInfo } from './describe-sheet.ts'
import { openSheet, ownSheet } from './sheet-of-call.ts'
import { reprintOf } from './reprint/plan-reprint.ts'
import { isMarkedHere, madeTypeOf } from './sheet-type.ts'
import { bindQuestions } from './blocks/bind-questions.ts'
import { checkPlan, noBlocks } from './blocks/check-plan.ts'
import { countBroughtBack, findLastDivision } from './blocks/division.query.ts'
import { blockInfos, blocksOfSheet, drawingBoard } from './blocks/stored-blocks.ts'

export function registerBlocks(target: ServeApp): void {
  serve(target, sheetBlockInfo, async (call) => {
    const sheet = openSheet(call)
    const stored = blocksOfSheet(sheet)
    const { db } = call.services
    const last = await findLastDivision(db, sheet)
    return {
      blocks: blockInfos(stored),
      objective: objectiveInfo(stored.design),
      full_milli: fullMarkOf(stored.design),
      ...drawingBoard(stored),
      last_division: last
        ? {
            divided_at: last.dividedAt,
            divided_by: last.dividedBy,
            ...(await countBroughtBack(db, last)),
          }
        : null,
    }
  })

  serve(target, sheetBlockCheck, async (call) => {
    const { body, services, session } = call
    if (body.design) {
      const sheet = body.sheet_id === undefined ? null : openSheet(call)
      const type = sheet ? madeTypeOf(sheet) : 1
      const checked = await checkDraft(services.db, schoolOf(session), body.design, type)
      const isWhole = checked.problems.length === 0
      const reprint = sheet && isWhole ? await reprintOf(services.db, sheet, body.design) : null
      return { ...checked, reprint }
    }
    if (body.sheet_id === undefined)
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'sheet_id', message: '请给出答题卡或设计' },
      ])
    const sheet = openSheet(call)
    const stored = blocksOfSheet(sheet)
    const plan = body.blocks ?? stored.plan
    const { pages } = JSON.parse(sheet.geometry) as Partial<SheetGeometry>
    return {
      problems: isMarkedHere(sheet)
        ? checkPlan(stored.design, stored.printed, plan)
        : noBlocks(plan),
      blocks: blockInfos({ design: stored.design, plan }),
      objective: objectiveInfo(stored.design),
      full_milli: fullMarkOf(stored.design),
      svg_pages: (pages ?? []).map((page) => renderSvg(page)),
      reprint: null,
    }
  })

  serve(target, sheetBindQuestions, async (call) => {
    const { body, services, session, request } = call
    const sheet = await ownSheet(call)
    const bind = async (db: Db) => {
      const done = await bindQuestions(services, db, session, sheet, body)
      if (!body.preview)
        await audit(db, call, {
          action: body.undo ? 'sheet-blocks-undo' : 'sheet-blocks',
          object: `sheet:${sheet.id}`,
          before: { version: sheet.version },
          after: { version: done.version, lost: done.lost, restored: done.restored },
        })
      return done
    }
    const change = async () => {
      const done = await services.db.transaction().execute(bind)
      await finishScores(services)
      return done
    }
    const bound = await (body.preview ? change() : asSheetAct(call, sheet, change))
    const { exam_id: examId, subject_id: subjectId } = sheet
    const recuts = !body.preview && bound.version > sheet.version && bound.recut_sheets > 0
    if (recuts && examId !== null && subjectId !== null)
      await recropSubject({ services, examId, subjectId, session, request })
    return bound
  })
}
