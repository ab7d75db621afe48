import { selectUserNames } from '../../../user-names.query.ts'
import type { abnormalBlocks, abnormalReplaced, abnormalSheets, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Services } from '../../../services.ts'
import type { Viewer } from '../../quality/index.ts'
import { describeDecision } from '../describe-decision.ts'
import type { Scope } from '../facts.query.ts'
import { pictureInUse } from '../judge/run-in-use.ts'
import { pageSight } from '../page-sight.ts'
import {
  type AbnormalRow,
  selectAbnormalBlocks,
  selectPersons,
  selectScannedBy,
} from './abnormal.query.ts'
import { selectHandlingDecisions } from './end-handling.ts'
import { requireCandidate, selectHeld } from './held.query.ts'
import { selectSheetParts } from './parts.ts'
import { selectUnits } from './send-back.ts'

const blockOf = (row: AbnormalRow) => {
  const { block_key: _, candidate_id: _candidate, decision_id: _decision, ...block } = row
  return block
}

/** Candidates of a list with what waits of them, or was done, in the order given. */
export async function describeSheets(
  db: Db,
  scope: Scope,
  candidateIds: readonly number[],
): Promise<ReplyOf<typeof abnormalSheets>['list']> {
  const people = await selectPersons(db, scope, candidateIds)
  const blocks = await selectAbnormalBlocks(db, scope, { candidateIds })
  const scanned = await selectScannedBy(db, scope, candidateIds)
  return candidateIds.flatMap((id) => {
    const person = people.find(({ candidate_id }) => candidate_id === id)
    const own = scanned.filter(({ candidate_id }) => candidate_id === id)
    if (!person) return []
    return {
      ...person,
      special: person.special ?? null,
      stations: [...new Set(own.map(({ station }) => station))],
      batch_labels: [...new Set(own.map(({ label }) => label))],
      blocks: latest(blocks.filter(({ candidate_id }) => candidate_id === id)).map(blockOf),
    }
  })
}

/** Of a block that was sent back several times, the last one. */
const latest = (rows: readonly AbnormalRow[]): AbnormalRow[] => [
  ...new Map(rows.map((row) => [row.block_id, row])).values(),
]

/**
 * A candidate's pages, blocks and what was done about them.
 *
 * @throws AppError CANDIDATE_UNKNOWN, SCAN_TEMPLATE_MISSING
 */
export async function describeCandidate(
  services: Services,
  viewer: Viewer,
  scope: Scope,
  candidateId: number,
): Promise<ReplyOf<typeof abnormalBlocks>> {
  const { db, links } = services
  const candidate = await requireCandidate(db, scope, candidateId)
  const { sheets, blocks } = await selectSheetParts(db, { ...scope, candidateId })
  const abnormal = latest(await selectAbnormalBlocks(db, scope, { candidateIds: [candidateId] }))
  const units = await selectUnits(db, scope, candidateId)
  const sight = await pageSight(db, services, viewer, scope, [candidateId])
  const handled = await selectHandled(db, scope, candidateId)
  const doneBy = new Map(handled.map(({ decision_id, actor_name }) => [decision_id, actor_name]))
  const [person] = await selectPersons(db, scope, [candidateId])
  const own = await db
    .selectFrom('block')
    .select(['id', 'name', 'block_key'])
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return {
    candidate,
    special: person?.special ?? null,
    pages: sheets.flatMap((sheet) =>
      sheet.pages.map((page) => ({
        sheet_id: sheet.id,
        page_seq: page.seq,
        page: page.reading.page,
        url: sight.urlOf({ ...sheet, candidateId }, page),
        width_px: page.reading.widthPx,
        height_px: page.reading.heightPx,
        rotation: page.reading.registration?.rotation ?? 0,
        is_masked: sight.isMasked({ ...sheet, candidateId }, page),
        replaced: pictureInUse(sheet.decisions, page.seq) !== undefined,
      })),
    ),
    blocks: own.flatMap(({ id, name, block_key }) => {
      const parts = blocks.get(block_key)?.parts
      const unit = units.find(({ block_id }) => block_id === id)
      const row = abnormal.find(({ block_id }) => block_id === id)
      if (!parts) return []
      const isHidden = sight.hides(candidateId, block_key)
      return {
        block_id: id,
        block_name: name,
        unit_state: unit?.state ?? null,
        readings: unit?.readings ?? 0,
        is_risk: isHidden,
        abnormal: row ? blockOf(row) : null,
        parts: parts.map(({ part, crop, place }) => ({
          part,
          url: crop && !isHidden ? links.sign(crop.imageHash) : null,
          replaced_by: crop?.by ? (doneBy.get(crop.by.id) ?? '') : null,
          place,
        })),
      }
    }),
    handled: handled.toReversed(),
  }
}

/** Decisions that stand, oldest first. */
async function selectHandled(db: Db, scope: Scope, candidateId: number) {
  const ids = (await selectHandlingDecisions(db, scope, candidateId)).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('scan_decision')
    .innerJoin('user', 'user.id', 'scan_decision.actor_id')
    .where('scan_decision.id', 'in', ids)
    .select(['scan_decision.id as decision_id', 'kind', 'target', 'value', 'at'])
    .select('user.name as actor_name')
    .orderBy('scan_decision.id')
    .execute()
  const people = await selectPersons(db, scope, [candidateId])
  const names = new Map(people.map(({ candidate_id, name }) => [candidate_id, name]))
  return rows.map(({ decision_id, kind, target, value, at, actor_name }) => ({
    decision_id,
    kind,
    text: describeDecision({ kind, target, value }, names),
    actor_name,
    at,
  }))
}

/** Answers that wait and show another image than the machine cut. */
export async function describeReplaced(
  services: Services,
  viewer: Viewer,
  scope: Scope,
): Promise<ReplyOf<typeof abnormalReplaced>['list']> {
  const { db, links } = services
  const held = await selectHeld(db, scope, {})
  const sight = await pageSight(
    db,
    services,
    viewer,
    scope,
    held.map(({ candidate_id }) => candidate_id),
  )
  const replaced: {
    id: number
    candidateId: number
    urls: string[]
    isRisk: boolean
    by: number
  }[] = []
  for (const [candidateId, own] of Map.groupBy(held, ({ candidate_id }) => candidate_id)) {
    const { blocks } = await selectSheetParts(db, { ...scope, candidateId })
    for (const { id, block_key } of own) {
      const crops = blocks.get(block_key)?.parts.flatMap(({ crop }) => crop ?? []) ?? []
      const by = crops.findLast((crop) => crop.by !== null)?.by
      if (!by) continue
      const isRisk = sight.hides(candidateId, block_key)
      const urls = isRisk ? [] : crops.map(({ imageHash }) => links.sign(imageHash))
      replaced.push({ id, candidateId, urls, isRisk, by: by.actorId })
    }
  }
  const rows = await selectAbnormalBlocks(db, scope, { ids: replaced.map(({ id }) => id) })
  const people = await selectPersons(
    db,
    scope,
    replaced.map(({ candidateId }) => candidateId),
  )
  const users = await selectUserNames(
    db,
    replaced.map(({ by }) => by),
  )
  return replaced.flatMap(({ id, candidateId, urls, isRisk, by }) => {
    const row = rows.find(({ abnormal_id }) => abnormal_id === id)
    const person = people.find(({ candidate_id }) => candidate_id === candidateId)
    if (!row || !person) return []
    const { special: _, ...who } = person
    return { ...blockOf(row), ...who, urls, is_risk: isRisk, replaced_by: users.get(by) ?? '' }
  })
}
