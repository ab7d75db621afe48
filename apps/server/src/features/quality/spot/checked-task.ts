import { selectUserNames } from '../../../user-names.query.ts'
import type { checkDetail, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  type BlockPolicy,
  type MarkEvent,
  type PaperFlag,
} from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  answeredText,
  bestOfBlock,
  factsOf,
  findReading,
  findUnit,
  isBlindArbiter,
  paperPicture,
  pointsOf,
  pointView,
  policyOf,
  pressedViewer,
  type ReadingRow,
  scoresOf,
  selectBlockRules,
  selectGivenScores,
  selectUnitReadings,
  settleToleranceOf,
  tracesOf,
  type UnitRow,
  unitStateOf,
  waitsForArbitration,
} from '../../marking-core/index.ts'
import { asItStands, checkRefusal } from './checkable.ts'
import { hasReadUnit } from './other-reader.query.ts'
import { selectPaperTrail } from './paper-trail.query.ts'
import { readAgainView } from '../read-again/read-again.ts'
import { selectSpotChecks } from './checks-made.query.ts'

type Detail = ReplyOf<typeof checkDetail>

/**
 * Everything about a reading and its paper, and what may be done with it now.
 *
 * @param viewerId who looks: arbitrators learn no more of what waits for them than where they decide it
 * @param readingId of one that its marker changed since, what it became is shown
 * @throws AppError MARKING_READING_NOT_FOUND for a reading of another block, or a claim; MARKING_REJECT_INVALID for
 *   one that counts no more
 */
export async function checkedTask(
  services: Services,
  blockId: number,
  readingId: number,
  viewerId: number,
): Promise<Detail> {
  const { db } = services
  const named = await findReading(db, readingId)
  const reading = named && (await asItStands(db, named))
  if (reading?.block_id !== blockId || reading.state === 'claimed')
    throw new AppError('MARKING_READING_NOT_FOUND')
  if (!['submitted', 'rejected'].includes(reading.state))
    throw new AppError('MARKING_REJECT_INVALID')
  // Before everything that is shown: what changes meanwhile is found to be newer.
  const version = (await selectPaperTrail(db, reading.unit_id)).length
  const rules = await selectBlockRules(db, blockId)
  const { block } = rules
  const unit = await findUnit(db, reading.unit_id)
  const rows = await selectUnitReadings(db, [unit.id])
  const isHidden = waitsForArbitration(unit.state) && (await isBlindArbiter(db, viewerId, rules))
  const standing = isHidden
    ? []
    : rows.filter(({ state }) => state === 'submitted' || state === 'rejected')
  const names = await selectUserNames(
    db,
    standing.map(({ marker_id }) => marker_id),
  )
  const pressedOf = await pressedViewer(db, standing)
  const { choice } = factsOf(unit)
  const checks = isHidden
    ? []
    : await selectSpotChecks(db, { examId: unit.exam_id, unitId: unit.id })
  const barred = isHidden ? null : await whyBarred(db, reading, viewerId)
  return {
    task_detail_id: reading.id,
    unit_id: unit.id,
    version,
    subject_id: unit.subject_id,
    block_id: blockId,
    block_name: block.name,
    secret_code: unit.secret_code,
    marker_id: isHidden ? null : reading.marker_id,
    full_milli: block.full_milli,
    tolerance_milli: settleToleranceOf(unit, block),
    rubric_version: rules.settings.rubricVersion,
    unit_state: unit.state,
    final_milli: unit.final_milli,
    final_source: unit.final_source,
    final_reason: unit.final_reason,
    points: pointsOf(rules, choice).map(pointView),
    best_of: bestOfBlock(rules)?.choose ?? null,
    final_points: (await selectGivenScores(db, rules, unit)) ?? [],
    answered: answeredText(rules, choice),
    ...(await paperPicture(services, unit.id)),
    is_hidden: isHidden,
    readings: standing.map((row) => ({
      task_detail_id: row.id,
      marker_id: row.marker_id,
      marker_name: names.get(row.marker_id) ?? '',
      role: row.role,
      state: row.state,
      scores: scoresOf(row) ?? [],
      total_milli: row.total_milli,
      active_ms: row.active_ms,
      submitted_at: row.submitted_at,
      rejections: row.rejections,
      is_taken_back: row.state === 'rejected' && row.taken_back === 1,
      flags: JSON.parse(row.flags) as PaperFlag[],
      flag_note: row.flag_note,
      rubric_version: row.rubric_version,
      pressed: pressedOf(rules, row),
      traces: tracesOf(row),
    })),
    checks: checksView(checks),
    sent_back: sentBackOf(unit, rows, reading, policyOf(rules, choice), checks, barred),
    read_again: isHidden ? { refusal: FIRST, sent: null } : await readAgainView(db, rules, unit),
    refusals: isHidden
      ? TO_ARBITRATION
      : {
          ...refusalsOf(unit, rows, reading, policyOf(rules, choice)),
          ...(barred !== null && { agree: barred, send_back: barred, correct: barred }),
        },
  }
}

const FIRST = new AppError('MARKING_ARBITRATE_FIRST').message
const TO_ARBITRATION: Detail['refusals'] = {
  agree: FIRST,
  send_back: FIRST,
  correct: FIRST,
  escalate: FIRST,
  reopen: FIRST,
}

/** Why who looks says nothing of a reading, whatever became of it; null for whoever may. */
async function whyBarred(db: Db, reading: ReadingRow, viewerId: number): Promise<string | null> {
  if (!(await hasReadUnit(db, reading.unit_id, viewerId))) return null
  const isOwn = reading.marker_id === viewerId
  return new AppError(isOwn ? 'MARKING_SPOT_CHECK_OWN' : 'MARKING_SPOT_CHECK_READER').message
}

/** Who sent it back, while it waits for what that was for. */
function sentBackOf(
  row: UnitRow,
  rows: readonly ReadingRow[],
  reading: ReadingRow,
  policy: BlockPolicy,
  checks: Awaited<ReturnType<typeof selectSpotChecks>>,
  barred: string | null,
): Detail['sent_back'] {
  const sent = checks.find(
    (check) =>
      check.task_detail_id === reading.id &&
      check.is_rejected === 1 &&
      check.is_marked === 0 &&
      check.withdrawn_at === null,
  )
  if (!sent) return null
  const event: MarkEvent = { type: 'reject_withdrawn', by: 'checker', readingId: reading.id }
  const outcome = decide(unitStateOf(row, rows), event, policy)
  const isWaiting = reading.state === 'rejected' && reading.taken_back === 0
  if (outcome.kind === 'refused' && !isWaiting) return null
  return {
    by_name: sent.checker_name,
    at: sent.checked_at,
    withdraw_refusal:
      barred ??
      (outcome.kind === 'refused' ? appErrorOf(outcome.code, outcome.facts).message : null),
  }
}

/** What was said of a paper when it was checked, the last first. */
export const checksView = (
  checks: Awaited<ReturnType<typeof selectSpotChecks>>,
): Detail['checks'] =>
  checks.map((row) => ({
    marker_name: row.marker_name,
    checker_name: row.checker_name,
    score_milli: row.score_milli,
    is_rejected: row.is_rejected,
    is_marked: row.is_marked,
    reject_milli: row.reject_milli,
    comment: row.comment,
    checked_at: row.checked_at,
    withdrawn_at: row.withdrawn_at,
  }))

/** Asks the rules what they would say; nothing is stored. */
function refusalsOf(
  row: UnitRow,
  rows: readonly ReadingRow[],
  reading: ReadingRow,
  policy: BlockPolicy,
): Detail['refusals'] {
  const unit = unitStateOf(row, rows)
  const gone = checkRefusal(row)?.message ?? null
  const ask = (event: MarkEvent): string | null => {
    const outcome = decide(unit, event, policy)
    return outcome.kind === 'refused' ? appErrorOf(outcome.code, outcome.facts).message : null
  }
  const by = 'checker'
  return {
    agree:
      gone ??
      (reading.state === 'submitted' ? null : '这次评阅在等待重评，不能记为合格，可以改分或转仲裁'),
    send_back: ask({ type: 'reject', readingId: reading.id, checkerId: by }),
    correct:
      gone ??
      ask({
        type: 'spot_correct',
        readingId: reading.id,
        checkerId: by,
        scores: scoresOf(reading) ?? [],
        isRejection: false,
      }),
    escalate: ask({ type: 'escalate', by }),
    reopen: ask({ type: 'reopen', by }),
  }
}
