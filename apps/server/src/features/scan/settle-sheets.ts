import { type Db, lockRows } from '@hengjuan/db'
import { NOT_SELECTED } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { syncUnits, notifyMarkers } from '../marking-core/index.ts'
import { scoreCandidates } from '../scoring/index.ts'
import { selectBlockCrops } from './block-crops.ts'
import { reconcileExceptions } from './reconcile-exceptions.ts'
import {
  chunksOf,
  requireTemplate,
  type Scope,
  selectLiveDecisions,
  selectQuestionOfField,
  selectRoster,
  selectSheetFacts,
  selectSheetIdsOf,
} from './facts.query.ts'
import {
  type CandidateState,
  judgeCandidate,
  judgeOrphan,
  type PlacedSheet,
  placeSheet,
} from './judge/candidate.ts'
import type { PagePlan, Raised } from './judge/facts.ts'
import { identify, readNumber } from './judge/identity.ts'
import { assignPages } from './judge/pages.ts'
import { planWithMarks } from './score-marks.query.ts'

/** What changed, and who made it change. */
export interface Cause {
  sheetIds: readonly string[]
  candidateIds?: readonly number[]
  /** The decision behind it; null when a machine or an undo is. */
  decision: { id: number; actorId: number } | null
}

/**
 * Only one transaction at a time may settle sheets of a subject: two stations that send the same
 * candidate's page at once must not both believe that theirs is the only one.
 */
export const lockSubject = (db: Db, scope: Scope): Promise<unknown> =>
  lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .select('status')
      .where('exam_id', '=', scope.examId)
      .where('subject_id', '=', scope.subjectId),
  ).execute()

/**
 * Brings everything that follows from sheets in line with them: identity, exceptions, attendance,
 * answers, then units and objective scores. Call it, after `lockSubject`, in the transaction that
 * stored a sheet, a reading or a decision; repeating it changes nothing.
 */
export async function settleSheets(
  db: Db,
  services: Services,
  scope: Scope,
  cause: Cause,
): Promise<void> {
  const plan = await planWithMarks(db, scope, (await requireTemplate(db, scope)).plan)
  const touched = new Set(cause.candidateIds)
  for (const sheetIds of chunksOf(cause.sheetIds, 100))
    for (const id of await settleIdentities(db, scope, plan, sheetIds)) touched.add(id)
  await settleOrphans(db, services, scope, plan, cause)
  const questionOf = await selectQuestionOfField(db, scope)
  const taken: number[] = []
  for (const candidateIds of chunksOf(
    [...touched].sort((a, b) => a - b),
    50,
  )) {
    await settleCandidates(db, services, scope, { plan, questionOf, candidateIds, cause })
    for (const candidateId of candidateIds) {
      const candidate = { ...scope, candidateId }
      taken.push(
        ...(await syncUnits(db, services, candidate, await selectBlockCrops(db, candidate))),
      )
    }
    await scoreCandidates(db, { ...scope, candidateIds })
  }
  // Last, since blocks are locked before their papers elsewhere.
  await notifyMarkers(db, taken)
}

/** Decides whose the sheets are. @returns the candidates that had or have them */
async function settleIdentities(
  db: Db,
  scope: Scope,
  plan: readonly PagePlan[],
  sheetIds: readonly string[],
): Promise<Set<number>> {
  const touched = new Set<number>()
  for (const sheet of await selectSheetFacts(db, sheetIds)) {
    if (sheet.candidateId !== null) touched.add(sheet.candidateId)
    if (sheet.state === 'void') continue
    const roles = assignPages(sheet, plan)
    const number = readNumber(roles)
    const roster = await selectRoster(db, scope, number.kind === 'read' ? [number.examNo] : [])
    const identity = identify(sheet, roles, roster)
    if (identity.candidateId !== null) touched.add(identity.candidateId)
    await db
      .updateTable('scan_sheet')
      .set((eb) => ({
        candidate_id: identity.candidateId,
        identity_source: identity.source,
        machine_exam_no: identity.machineExamNo,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', sheet.id)
      .execute()
    for (const { seq, role, reading } of roles)
      await db
        .updateTable('scan_page')
        .set({ page: role === 'used' || role === 'repeated' ? reading.page : null })
        .where('sheet_id', '=', sheet.id)
        .where('seq', '=', seq)
        .execute()
  }
  return touched
}

/** Sheets that nobody owns, and void ones, have exceptions of their own only. */
async function settleOrphans(
  db: Db,
  services: Services,
  scope: Scope,
  plan: readonly PagePlan[],
  cause: Cause,
): Promise<void> {
  for (const sheetIds of chunksOf(cause.sheetIds, 100)) {
    const raised = new Map<string, { candidateId: number | null; raised: Raised[] }>()
    for (const sheet of await selectSheetFacts(db, sheetIds)) {
      if (sheet.state === 'void') {
        raised.set(sheet.id, { candidateId: sheet.candidateId, raised: [] })
      } else if (sheet.candidateId === null) {
        const placed = await place(db, scope, plan, sheet)
        raised.set(sheet.id, { candidateId: null, raised: judgeOrphan(placed, plan) })
      }
    }
    await reconcileExceptions(db, services, scope, raised, cause)
  }
}

const place = async (
  db: Db,
  scope: Scope,
  plan: readonly PagePlan[],
  sheet: Awaited<ReturnType<typeof selectSheetFacts>>[number],
): Promise<PlacedSheet> => {
  const number = readNumber(assignPages(sheet, plan))
  const roster = await selectRoster(db, scope, number.kind === 'read' ? [number.examNo] : [])
  return placeSheet(sheet, plan, (facts, roles) => identify(facts, roles, roster))
}

async function settleCandidates(
  db: Db,
  services: Services,
  scope: Scope,
  given: {
    plan: readonly PagePlan[]
    questionOf: ReadonlyMap<string, number>
    candidateIds: readonly number[]
    cause: Cause
  },
): Promise<void> {
  const { plan, questionOf, candidateIds, cause } = given
  const sheets = await selectSheetFacts(db, await selectSheetIdsOf(db, scope, candidateIds))
  const decisions = await selectLiveDecisions(db, { candidateIds, scope })
  const raised = new Map<string, { candidateId: number | null; raised: Raised[] }>()
  for (const candidateId of candidateIds) {
    const placed: PlacedSheet[] = []
    for (const sheet of sheets)
      if (sheet.candidateId === candidateId) placed.push(await place(db, scope, plan, sheet))
    const state = judgeCandidate(
      placed,
      decisions.filter((decision) => decision.candidateId === candidateId),
      plan,
    )
    for (const [sheetId, list] of state.raised) raised.set(sheetId, { candidateId, raised: list })
    await updateCandidate(db, scope, candidateId, state, questionOf)
  }
  await reconcileExceptions(db, services, scope, raised, cause)
}

/** Writes attendance and answers. Who did not select the subject stays so. */
async function updateCandidate(
  db: Db,
  scope: Scope,
  candidateId: number,
  state: CandidateState,
  questionOf: ReadonlyMap<string, number>,
): Promise<void> {
  const answers =
    state.answers === null
      ? null
      : JSON.stringify(
          Object.fromEntries(
            // Fields without a question (which optional question was chosen) go by their own name.
            [...state.answers].map(([field, answer]) => [questionOf.get(field) ?? field, answer]),
          ),
        )
  await db
    .updateTable('candidate_subject')
    .set((eb) => ({
      attendance: state.attendance,
      attendance_source: state.attendanceSource,
      answers,
      version: eb('version', '+', 1),
    }))
    .where('candidate_id', '=', candidateId)
    .where('subject_id', '=', scope.subjectId)
    .where('exam_id', '=', scope.examId)
    .where('attendance', '!=', NOT_SELECTED)
    .execute()
}
