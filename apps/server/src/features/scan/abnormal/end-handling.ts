import type { abnormalSign, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { decide, type Decider, type NewDecision, type Outcome, undoDecisions } from '../decide.ts'
import { selectLiveDecisions, selectSheetIdsOf } from '../facts.query.ts'
import type { DecisionKind, LiveDecision } from '../judge/facts.ts'
import { type HeldBlock, requireCandidate, requireSheetOf, selectHeld } from './held.query.ts'
import { selectSheetParts, type SheetParts } from './parts.ts'

/**
 * Sends everything that waits of a candidate to marking.
 *
 * @throws AppError ABNORMAL_NOTHING_OPEN, ABNORMAL_INCOMPLETE
 */
export const sendToMarking = (who: Decider, candidateId: number) =>
  send(who, async (db) => {
    await requireCandidate(db, who, candidateId)
    return selectHeld(db, who, { candidateId })
  })

/**
 * Sends answers to marking that were given another image.
 *
 * @throws AppError ABNORMAL_NOTHING_OPEN, ABNORMAL_INCOMPLETE, ABNORMAL_NOT_REPLACED
 */
export const sendReplaced = (who: Decider, ids: readonly number[]) =>
  send(
    who,
    async (db) => {
      const held = await selectHeld(db, who, { ids })
      if (held.length !== new Set(ids).size) throw new AppError('ABNORMAL_NOTHING_OPEN')
      return held
    },
    (held, parts) => {
      const block = parts.blocks.get(held.block_key)
      if (!block?.parts.some(({ crop }) => crop?.by))
        throw new AppError('ABNORMAL_NOT_REPLACED', { block: held.name })
    },
  )

async function send(
  who: Decider,
  select: (db: Db) => Promise<HeldBlock[]>,
  check?: (held: HeldBlock, parts: SheetParts) => void,
): Promise<{ decision_ids: number[]; blocks: number }> {
  let blocks = 0
  const { ids } = await decide(who, async (db) => {
    const held = await select(db)
    if (held.length === 0) throw new AppError('ABNORMAL_NOTHING_OPEN')
    blocks = held.length
    const made: NewDecision[] = []
    for (const [candidateId, own] of Map.groupBy(held, ({ candidate_id }) => candidate_id)) {
      const parts = await selectSheetParts(db, { ...who, candidateId })
      for (const one of own) {
        check?.(one, parts)
        refuseIfIncomplete(one, parts)
      }
      made.push({
        kind: 'to_marking',
        sheetId: await requireSheetOf(db, who, candidateId),
        value: { ...handledOf(own), outcome: 'marking' },
      })
    }
    return made
  })
  return { decision_ids: ids, blocks }
}

/** What a page shows that is known to be lost, a leader decides. */
function refuseIfIncomplete(held: HeldBlock, { blocks }: SheetParts): void {
  const block = blocks.get(held.block_key)
  const isWhole = block?.parts.every(({ crop }) => crop !== null) || block?.crops.lost
  if (!isWhole) throw new AppError('ABNORMAL_INCOMPLETE', { block: held.name })
}

const handledOf = (held: readonly HeldBlock[]) => ({
  block_keys: held.map(({ block_key }) => block_key),
  handled: held.map(({ id }) => id),
})

/**
 * Says that answers are damaged or blank, or that their candidate was absent.
 *
 * @throws AppError ABNORMAL_NOTHING_OPEN, ABNORMAL_NOT_HELD
 */
export async function signMissing(
  who: Decider,
  { candidate_id, mark, block_ids }: InputOf<typeof abnormalSign>['body'],
): Promise<Outcome> {
  const { decision_id, sheet_id, open } = await decide(who, async (db) => {
    await requireCandidate(db, who, candidate_id)
    const all = await selectHeld(db, who, { candidateId: candidate_id })
    const held =
      mark === 'absent' ? all : all.filter(({ block_id }) => block_ids.includes(block_id))
    if (held.length === 0) throw new AppError('ABNORMAL_NOTHING_OPEN')
    if (mark === 'absent') {
      const [sheetId = null] = await selectSheetIdsOf(db, who, [candidate_id])
      const { handled } = handledOf(held)
      return [
        {
          kind: 'absence' as const,
          target: 'absent',
          sheetId,
          candidateId: sheetId === null ? candidate_id : null,
          value: { attendance: 1 as const, handled, outcome: 'absent', handling: true as const },
        },
      ]
    }
    return [
      {
        kind: mark === 'blank' ? ('block_blank' as const) : ('block_lost' as const),
        sheetId: await requireSheetOf(db, who, candidate_id),
        value: { ...handledOf(held), outcome: mark },
      },
    ]
  })
  return { decision_id, sheet_id, open }
}

/** Takes a sheet out of use. What waits of its candidate ends, unless another sheet shows it. */
export async function deleteSheet(who: Decider, sheetId: string): Promise<Outcome> {
  const { decision_id, sheet_id, open } = await decide(who, async (db) => {
    const row = await db
      .selectFrom('scan_sheet')
      .select('candidate_id')
      .where('id', '=', sheetId)
      .executeTakeFirst()
    const candidateId = row?.candidate_id ?? null
    const others =
      candidateId === null
        ? []
        : (await selectSheetIdsOf(db, who, [candidateId])).filter((id) => id !== sheetId)
    const held =
      candidateId === null || others.length > 0 ? [] : await selectHeld(db, who, { candidateId })
    return [
      {
        kind: 'void' as const,
        sheetId,
        value: {
          reason: 'useless',
          sheet_ids: [sheetId],
          handled: held.map(({ id }) => id),
          outcome: 'deleted',
          handling: true as const,
        },
      },
    ]
  })
  return { decision_id, sheet_id, open }
}

/** Kinds of decisions that are made nowhere else. */
const HANDLING_KINDS: readonly DecisionKind[] = [
  'block_image',
  'page_image',
  'block_lost',
  'block_blank',
  'to_marking',
]

const isHandling = ({ kind, value }: Pick<LiveDecision, 'kind' | 'value'>): boolean =>
  HANDLING_KINDS.includes(kind) || value.handling === true

/**
 * Takes back all that was done here about a candidate's sheets; what was sent on waits again.
 *
 * @throws AppError SCAN_NOTHING_TO_UNDO
 */
export async function undoHandling(who: Decider, candidateId: number): Promise<{ undone: number }> {
  await requireCandidate(who.services.db, who, candidateId)
  let undone = 0
  await undoDecisions(who, async (db) => {
    const decisions = (await selectHandlingDecisions(db, who, candidateId)).map(({ id }) => id)
    if (decisions.length === 0) throw new AppError('SCAN_NOTHING_TO_UNDO')
    undone = decisions.length
    return decisions
  })
  return { undone }
}

/** Decisions that stand about a candidate's abnormal sheets, also about those that were voided. */
export async function selectHandlingDecisions(
  db: Db,
  scope: { examId: number; subjectId: number },
  candidateId: number,
) {
  const sheets = await db
    .selectFrom('scan_sheet')
    .select('id')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('candidate_id', '=', candidateId)
    .execute()
  const decisions = [
    ...(await selectLiveDecisions(db, { candidateIds: [candidateId], scope })),
    ...(sheets.length === 0
      ? []
      : await selectLiveDecisions(db, { sheetIds: sheets.map(({ id }) => id) })),
  ]
  return decisions.filter(isHandling).toSorted((a, b) => a.id - b.id)
}
