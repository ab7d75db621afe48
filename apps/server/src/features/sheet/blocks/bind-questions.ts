import type { InputOf, sheetBindQuestions } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { applyEvent } from '../../marking-core/index.ts'
import { scoreSoon } from '../../scoring/index.ts'
import { countScannedSheets } from '../scan-count.query.ts'
import { assertUnlocked, assertUnpublished, assertVersion } from '../sheet-state.ts'
import { isMarkedHere } from '../sheet-type.ts'
import { insertVersion } from '../sheet-version.ts'
import { syncStructure } from '../sync-structure.ts'
import { hasEarlier } from './with-earlier.ts'
import {
  type BlockEffect,
  effectsOf,
  isRemade,
  isTakenOut,
  selectBlockWork,
} from './block-effects.ts'
import { automaticPlan, markingBlocks, type PlannedBlock, withPlan } from './block-plan.ts'
import { checkPlan, noBlocks, type PlanProblem } from './check-plan.ts'
import { findLastDivision, findRemoved, insertDivision, updateUndone } from './division.query.ts'
import { restoreBlocks, restorePapers, takeOutPapers } from './removed-papers.ts'
import { blocksOfSheet } from './stored-blocks.ts'
import { takeBackMarks, tellOfMarks } from './taken-marks.ts'
import { assertNotReleased } from '../sheet-binding.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Body = InputOf<typeof sheetBindQuestions>['body']

interface Bound {
  version: number
  problems: PlanProblem[]
  effects: BlockEffect[]
  lost: number
  /** Papers that get their marks back. */
  restored: number
  /** Scanned sheets whose answers have to be cut again; the caller begins that after the transaction, as `finishScores`. */
  recut_sheets: number
}

/**
 * Divides a sheet into blocks anew, or says what that would do.
 *
 * The division is a new version of the sheet: the print and its code stay, the template changes, so that
 * stations fetch it again. Papers whose picture or questions changed lose their marks and wait for the new
 * picture; all others keep theirs.
 *
 * The last division can be undone while nothing else has been saved since: papers get their marks back, and
 * count again when their old picture is cut.
 *
 * @throws AppError SHEET_LOCKED, VERSION_CONFLICT, EXAM_PUBLISHED, SHEET_BLOCKS_INVALID, SHEET_BLOCK_MARKED,
 *   SHEET_DIVISION_NO_UNDO
 * @source domain rules 5.4
 */
export async function bindQuestions(
  services: Services,
  db: Db,
  who: Pick<Session, 'userId'>,
  sheet: Sheet,
  body: Body,
): Promise<Bound> {
  const { design, printed, own, plan: before } = blocksOfSheet(sheet)
  const last = body.undo ? await findLastDivision(db, sheet) : undefined
  if (body.undo && !last)
    throw new AppError('SHEET_DIVISION_NO_UNDO', { reason: '之后答题卡又改过，或已经撤销' })
  const next = last ? last.planBefore : body.blocks === undefined ? own : body.blocks
  const isMarked = isMarkedHere(sheet)
  const after = next ?? (isMarked ? automaticPlan(design, printed) : [])
  const problems = [
    ...(isMarked ? checkPlan(design, printed, after) : noBlocks(after)),
    ...scoreEntryProblems(design.scoreEntry !== undefined, automaticPlan(design, printed), after),
  ]
  const target =
    sheet.exam_id !== null && sheet.subject_id !== null
      ? { examId: sheet.exam_id, subjectId: sheet.subject_id }
      : null
  const work = target ? await selectBlockWork(db, target) : new Map<string, never>()
  const effects = effectsOf(before, after, work)
  const lost = effects
    .filter((effect) => isRemade(effect) || isTakenOut(effect))
    .reduce((sum, { marked }) => sum + marked, 0)
  const remade = effects.filter(({ kind }) => kind !== 'same' && kind !== 'renamed')
  const scanned = target
    ? await countScannedSheets(db, { examId: target.examId, subjectIds: [target.subjectId] })
    : 0
  const recut = remade.length > 0 ? scanned : 0
  problems.push(...printProblems(hasEarlier(printed), remade))
  const removed = last ? await findRemoved(db, last.id) : null
  const restored = (last?.units.length ?? 0) + (removed?.marked ?? 0)
  const found: Bound = {
    version: sheet.version,
    problems,
    effects,
    lost,
    restored,
    recut_sheets: recut,
  }
  if (body.preview) return found

  await assertUnlocked(db, sheet)
  assertVersion(sheet, body.version)
  await assertUnpublished(db, sheet)
  if (target && remade.length > 0) await assertNotReleased(db, target)
  assertSavable(found, body.accept_lost ?? 0)
  if (body.knowledge)
    await db
      .updateTable('answer_sheet')
      .set({ knowledge: JSON.stringify(body.knowledge) })
      .where('id', '=', sheet.id)
      .execute()
  const isSame = effects.every(({ kind }) => kind === 'same') && sameOrder(before, after)
  if (isSame && (next === null) === (own === null)) return found

  const version = sheet.version + 1
  const at = isoNow(services.clock)
  const named = { ...design, id: `sheet-${sheet.id}-v${version}` }
  const template = { ...withPlan(printed, next), id: named.id }
  const blockPlan = next === null ? null : JSON.stringify(next)
  const storedDesign = JSON.stringify(named)
  await db
    .updateTable('answer_sheet')
    .set({
      version,
      design: storedDesign,
      template: JSON.stringify(template),
      block_plan: blockPlan,
      updated_at: at,
    })
    .where('id', '=', sheet.id)
    .execute()
  await insertVersion(db, {
    sheetId: sheet.id,
    version,
    design: storedDesign,
    blockPlan,
    note: last ? '撤销上一次题块划分' : noteOf(remade, next === null),
    authorId: who.userId,
    at,
  })
  if (target) {
    const units = await takeBackMarks(services, db, who, target, effects)
    const taken = await takeOut(db, target, effects)
    if (last) await updateUndone(db, last.id, { userId: who.userId, at, removed: taken })
    else
      await insertDivision(db, {
        sheetId: sheet.id,
        version,
        planBefore: own,
        userId: who.userId,
        at,
        units,
        removed: taken,
      })
    if (removed) await restoreBlocks(db, removed)
    await syncStructure(db, {
      ...target,
      sheet: { id: sheet.id, design: named, blocks: isMarked ? markingBlocks(named, next) : [] },
    })
    if (removed) await restorePapers(db, removed)
    // After the score points are those again that the marks were given for.
    for (const { unitId, kept } of last?.units ?? [])
      await applyEvent(db, services, unitId, { type: 'restore', kept }, { userId: who.userId })
    await tellOfMarks(services, db, target, effects, last?.units ?? [])
    await scoreSoon(db, services, { exam_id: target.examId, subject_id: target.subjectId })
  }
  return { ...found, version }
}

function assertSavable(found: Bound, acceptLost: number): void {
  const blocking = found.problems.filter((problem) => problem.blocking)
  if (blocking[0])
    throw new AppError('SHEET_BLOCKS_INVALID', {
      count: blocking.length,
      first: blocking[0].message,
    }).withDetails(
      blocking.map(({ message, question_no, block_key }) => ({
        path: block_key ? `blocks.${block_key}` : `questions.${question_no ?? ''}`,
        message,
      })),
    )
  const refused = found.effects.find(({ refusal }) => refusal !== null)
  if (refused?.refusal) throw new AppError('SHEET_BLOCK_MARKED', { reason: refused.refusal })
  if (found.lost > acceptLost)
    throw new AppError('SHEET_BLOCK_MARKED', {
      reason: `这样修改会使 ${found.lost} 份已评阅的试卷重新评阅`,
    })
}

/** A place for the mark is printed in every block of a marked-then-scanned sheet: blocks stay as printed. */
function scoreEntryProblems(
  hasScoreEntry: boolean,
  printed: readonly PlannedBlock[],
  plan: readonly PlannedBlock[],
): PlanProblem[] {
  if (!hasScoreEntry) return []
  const moved = plan.find((block) => {
    const own = printed.find(({ block_key }) => block_key === block.block_key)
    return !own || own.question_nos.join() !== block.question_nos.join()
  })
  return moved
    ? [
        {
          code: 'SCORE_ENTRY_FIXED',
          message: `先阅后扫的答题卡在每个题块印有分数格，「${moved.name}」的题目不能改变；请改答题卡的设计`,
          question_no: null,
          block_key: moved.block_key,
          blocking: true,
        },
      ]
    : []
}

/** An area that is drawn on one print lies elsewhere on another. */
const printProblems = (hasPrints: boolean, remade: readonly BlockEffect[]): PlanProblem[] =>
  remade.slice(0, hasPrints ? 1 : 0).map(({ block_key, name }) => ({
    code: 'EARLIER_PRINTS',
    message: `扫描开始后改过版面，新旧两版的答题卡都在识别，「${name}」的框和题目不能再改，可以改名和调整顺序`,
    question_no: null,
    block_key,
    blocking: true,
  }))

const sameOrder = (a: readonly PlannedBlock[], b: readonly PlannedBlock[]): boolean =>
  a.map(({ block_key }) => block_key).join() === b.map(({ block_key }) => block_key).join()

function noteOf(remade: readonly BlockEffect[], isAutomatic: boolean): string {
  if (isAutomatic) return '题块恢复为按版面划分'
  return remade.length === 0
    ? '题块改名或调整顺序'
    : `重新划分题块：${remade.map(({ name }) => name).join('、')}`.slice(0, 200)
}

/** Papers of blocks that go are kept outside the exam, for undoing. */
async function takeOut(
  db: Db,
  target: { examId: number; subjectId: number },
  effects: readonly BlockEffect[],
) {
  const gone = effects.filter(isTakenOut)
  if (gone.length === 0) return null
  const blocks = await db
    .selectFrom('block')
    .where('exam_id', '=', target.examId)
    .where('subject_id', '=', target.subjectId)
    .where(
      'block_key',
      'in',
      gone.map(({ block_key }) => block_key),
    )
    .select('id')
    .execute()
  const ids = blocks.map(({ id }) => id)
  return takeOutPapers(
    db,
    ids,
    gone.reduce((sum, { marked }) => sum + marked, 0),
  )
}
