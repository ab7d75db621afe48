import type { fixSheet, InputOf, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { decide, type Decider, type NewDecision, type Outcome, undoDecisions } from './decide.ts'
import { requireTemplate, type Scope, selectSheetFacts } from './facts.query.ts'
import type { DecisionValue } from './judge/facts.ts'
import { locateAlike } from './locate-alike.ts'
import { assignPages, codesToVerify, lackingPages, pageTarget, strayFields } from './judge/pages.ts'
import { rereadPage } from './relocate-page.ts'
import { insertReread, storeCrops } from './store-reread.ts'

type Fix = InputOf<typeof fixSheet>['body']['fix']
type SheetFix = Exclude<Fix, { kind: 'undo' }>
/** A decision that needs no new reading. */
export type PlainFix = Exclude<SheetFix, { kind: 'locate' | 'locate_alike' }>

/** Carries out one decision about a sheet, or takes decisions back. */
export async function fix(
  who: Decider,
  sheetId: string | undefined,
  given: Fix,
): Promise<ReplyOf<typeof fixSheet>> {
  if (given.kind === 'undo') return undoDecisions(who, given.decision_ids)
  if (sheetId === undefined)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'sheet_id', message: '必须填写' }])
  if (given.kind === 'locate') return locate(who, sheetId, given)
  if (given.kind === 'locate_alike') {
    const { alike, ...outcome } = await locateAlike(who, sheetId, given)
    return {
      ...outcome,
      ...(alike
        ? {
            alike: alike.map(({ sheetId: id, pageSeq, seq }) => ({
              sheet_id: id,
              page_seq: pageSeq,
              seq,
            })),
          }
        : {}),
    }
  }
  return decide(who, async (db) => [await decisionOf(db, who, sheetId, given)])
}

/** What a person said as a decision. @throws AppError MARKING_SECOND_PERSON_NEEDED */
export async function decisionOf(
  db: Db,
  who: Decider,
  sheetId: string,
  given: PlainFix,
): Promise<NewDecision> {
  switch (given.kind) {
    case 'accept_page': {
      const page = await pageOf(db, sheetId, given.page_seq)
      return {
        kind: 'page',
        target: pageTarget(given.page_seq),
        sheetId,
        value: { action: 'accept', fields: page ? strayFields(page.reading) : [] },
      }
    }
    case 'ignore_page':
      return {
        kind: 'page',
        target: pageTarget(given.page_seq),
        sheetId,
        value: { action: 'ignore' },
      }
    case 'accept_missing':
      return { kind: 'missing', sheetId, value: { pages: await missingOf(db, who, sheetId) } }
    case 'void':
      return { kind: 'void', sheetId, value: { reason: given.reason, sheet_ids: [sheetId] } }
    case 'absence':
      return {
        kind: 'absence',
        target: 'absent',
        sheetId,
        value: { attendance: given.attendance },
      }
    case 'send_verify':
      return { kind: 'send_verify', sheetId, value: { note: given.note } }
    case 'verify':
      await refuseOwnCheck(db, who, given.target)
      return {
        kind: 'verify',
        target: given.target,
        sheetId,
        value: await warningsOf(db, sheetId, given.target),
      }
  }
}

const pageOf = async (db: Db, sheetId: string, seq: number) =>
  (await selectSheetFacts(db, [sheetId]))[0]?.pages.find((page) => page.seq === seq)

/** What there is to verify on a page; nothing more than the word where it is about something else. */
async function warningsOf(db: Db, sheetId: string, target: string): Promise<DecisionValue> {
  const seq = /^page:(\d+)$/.exec(target)?.[1]
  const page = seq === undefined ? undefined : await pageOf(db, sheetId, Number(seq))
  return page ? { codes: codesToVerify(page.reading) } : {}
}

async function missingOf(db: Db, who: Decider, sheetId: string): Promise<number[]> {
  const { plan } = await requireTemplate(db, who)
  const [sheet] = await selectSheetFacts(db, [sheetId])
  if (!sheet) throw new AppError('SCAN_SHEET_NOT_FOUND')
  return lackingPages(assignPages(sheet, plan), plan, new Set())
}

/** What one person sent is verified by another. */
async function refuseOwnCheck(db: Db, who: Decider, target: string): Promise<void> {
  const sent = /^sent:(\d+)$/.exec(target)
  if (!sent) return
  const row = await db
    .selectFrom('scan_decision')
    .select('actor_id')
    .where('id', '=', Number(sent[1]))
    .executeTakeFirst()
  if (row?.actor_id === who.session.userId) throw new AppError('MARKING_SECOND_PERSON_NEEDED')
}

async function locate(
  who: Decider,
  sheetId: string,
  given: Extract<SheetFix, { kind: 'locate' }>,
): Promise<Outcome> {
  const { services } = who
  const at = { examId: who.examId, subjectId: who.subjectId, sheetId, pageSeq: given.page_seq }
  // Reading takes a while: outside the transaction. Its result belongs to this page whatever happens meanwhile.
  const reread = await rereadPage(services, { ...at, page: given.page, anchors: given.anchors })
  const stored = await storeCrops(services, reread.crops)
  return decide(who, async (db) => {
    const run = await insertReread(db, services, at, reread, stored)
    return [{ kind: 'locate', target: pageTarget(given.page_seq), sheetId, value: { run } }]
  })
}

/**
 * Settles sheets that claim one candidate: one is kept, or none.
 *
 * @throws AppError VERSION_CONFLICT when the sheets are no longer those that the person saw
 */
export const resolveRepeat = (
  who: Decider,
  sheetIds: readonly string[],
  keep: string | null,
  further?: string,
): Promise<Outcome> =>
  decide(who, async (db) => [await repeatDecision(db, who, sheetIds, keep, further)])

/** @throws AppError VERSION_CONFLICT */
export async function repeatDecision(
  db: Db,
  scope: Scope,
  sheetIds: readonly string[],
  keep: string | null,
  further?: string,
): Promise<NewDecision> {
  const rows = await db
    .selectFrom('scan_sheet')
    .select(['id', 'candidate_id', 'state'])
    .where('id', 'in', [...sheetIds])
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .execute()
  const owners = new Set(rows.map(({ candidate_id }) => candidate_id))
  const seen =
    rows.length === new Set(sheetIds).size &&
    rows.every(({ state }) => state === 'active') &&
    owners.size === 1 &&
    !owners.has(null) &&
    (keep === null || sheetIds.includes(keep)) &&
    (further === undefined || (sheetIds.includes(further) && keep !== null && keep !== further))
  if (!seen) throw new AppError('VERSION_CONFLICT', { what: '这组重复的答题卡' })
  if (further !== undefined)
    return {
      kind: 'further',
      target: 'candidate',
      sheetId: further,
      value: { keep, ...candidateOf(rows) },
    }
  return {
    kind: 'duplicate',
    sheetId: keep ?? sheetIds[0] ?? null,
    value: { reason: 'duplicate', keep, sheet_ids: sheetIds.filter((id) => id !== keep) },
  }
}

/** Whose sheets they are, as all of them are one candidate's. */
function candidateOf(rows: readonly { candidate_id: number | null }[]): { candidate_id?: number } {
  const id = rows[0]?.candidate_id ?? null
  return id === null ? {} : { candidate_id: id }
}
