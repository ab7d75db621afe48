import { randomBytes } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import {
  ABSENT,
  type MarkEvent,
  needsDouble,
  NOT_SELECTED,
  secretCode,
  servingOrder,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { applyEvent } from './apply-event.ts'
import { type BlockRules, selectBlockRules } from './block-rules.query.ts'
import {
  type Crop,
  findCandidate,
  findUnitOf,
  hasScoredReading,
  isSecretCodeTaken,
  selectActiveSheets,
  selectBlockIds,
  selectCrops,
  selectPartCounts,
} from './sync-units.query.ts'
import { factsOf, flagsOf, MACHINE, newFacts, type UnitFacts, type UnitRow } from './unit-facts.ts'

export interface CandidateOfSubject {
  examId: number
  subjectId: number
  candidateId: number
}

type Answers = Record<string, { answer: string[] | null } | undefined>

/**
 * Brings the units of a candidate in line with the sheet, its crops and the optional choices. Call it in
 * the transaction that changed one of them; repeating it changes nothing.
 *
 * Images of a new cut of the same sheet replace the old ones and leave marks alone; another sheet or
 * another optional question voids what was read, because it was read of something else. Without a sheet,
 * or absent, unread units leave the pool; read ones stay and are flagged.
 *
 * @throws AppError MARKING_UNIT_LOCKED when a published mark would have to be voided
 * @source domain rules 3.7, 3.10, 5.4
 */
export async function syncUnits(
  db: Db,
  services: Services,
  target: CandidateOfSubject,
): Promise<void> {
  const { examId, subjectId, candidateId } = target
  const candidate = await findCandidate(db, examId, subjectId, candidateId)
  if (!candidate) return
  const sheets = (await selectActiveSheets(db, examId, subjectId, candidateId)).map(({ id }) => id)
  const away = candidate.attendance === ABSENT || candidate.attendance === NOT_SELECTED
  const answers = JSON.parse(candidate.answers ?? '{}') as Answers
  const parts = await selectPartCounts(db, examId, subjectId)
  const crops = new Map<string, Map<string, Crop[]>>()

  for (const { id: blockId, block_key: key } of await selectBlockIds(db, examId, subjectId)) {
    let unit = await findUnitOf(db, blockId, candidateId)
    // While two sheets claim a candidate, the one that is being marked stays until a person decides.
    const held = unit && factsOf(unit).sheetId
    const sheetId = away ? undefined : (sheets.find((id) => id === held) ?? sheets[0])
    if (sheetId === undefined) {
      if (unit) await takeAway(db, services, unit)
      continue
    }
    const rules = await selectBlockRules(db, blockId)
    unit ??= await makeUnit(db, services, rules, { ...target, classId: candidate.class_id })
    if (!crops.has(sheetId)) crops.set(sheetId, await selectCrops(db, sheetId))
    const images = crops.get(sheetId)?.get(key) ?? []
    const complete = images.length > 0 && images.length >= (parts.get(key) ?? 1)
    await update(db, services, rules, unit, {
      sheetId,
      images,
      complete,
      choice: choiceOf(rules, answers),
    })
  }
}

/** Question ids of the optional questions chosen; null when none or several are filled in. */
function choiceOf(rules: BlockRules, answers: Answers): number[] | null {
  const { optional } = rules
  if (!optional) return null
  const chosen = answers[optional.fieldId]?.answer ?? []
  const ids = optional.questions.filter(({ no }) => chosen.includes(no)).map(({ id }) => id)
  return ids.length === optional.choose && chosen.length === optional.choose ? ids : null
}

async function makeUnit(
  db: Db,
  services: Services,
  { block }: BlockRules,
  target: CandidateOfSubject & { classId: number },
): Promise<UnitRow> {
  const now = isoNow(services.clock)
  let code = secretCode(randomBytes(64))
  while (await isSecretCodeTaken(db, block.id, code)) code = secretCode(randomBytes(64))
  const { id } = await db
    .insertInto('unit')
    .values({
      exam_id: target.examId,
      subject_id: target.subjectId,
      block_id: block.id,
      candidate_id: target.candidateId,
      class_id: target.classId,
      secret_code: code,
      ord: 0,
      state: 'WAIT_IMAGE',
      version: 0,
      images: '[]',
      ink_ratio: 0,
      flags: '{}',
      facts: '{}',
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const double = block.mark_mode !== 0 && needsDouble(id, block.salt, block.double_ratio)
  return db
    .updateTable('unit')
    .set({ ord: servingOrder(id, block.salt), facts: JSON.stringify(newFacts(double, now)) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface Wanted {
  sheetId: string
  images: readonly Crop[]
  complete: boolean
  choice: number[] | null
}

async function update(
  db: Db,
  services: Services,
  rules: BlockRules,
  unit: UnitRow,
  wanted: Wanted,
): Promise<void> {
  const facts = factsOf(unit)
  const send = (event: MarkEvent) =>
    applyEvent(db, services, unit.id, event, { userId: null, rules })
  const otherSheet = facts.sheetId !== null && facts.sheetId !== wanted.sheetId
  const otherChoice = facts.choice !== null && String(facts.choice) !== String(wanted.choice)
  // A leader may have said which question it is; the machine's silence does not take that back.
  const choice = wanted.choice ?? (otherSheet ? null : facts.choice)
  const cropChanged = otherSheet || (otherChoice && wanted.choice !== null)
  // A decision was taken about what was seen then.
  if (cropChanged && facts.decision) await send({ type: 'reset' })
  await storeImages(db, unit.id, { ...wanted, choice })

  if (!wanted.complete) {
    if (facts.imageReady) await send({ type: 'image_withdrawn' })
    return
  }
  let { unit: now } = await send({ type: 'images_ready', looksBlank: false, cropChanged })
  if (!rules.optional) return
  const byMachine = now.problem?.raisedBy === MACHINE
  if (choice === null && (now.status === 'READY' || now.status === 'MARKING'))
    ({ unit: now } = await send({
      type: 'raise_problem',
      by: MACHINE,
      readingId: null,
      reason: 'other',
      note: '选做题号没有填涂，或填涂的题号多于选做数目',
    }))
  else if (choice !== null && byMachine)
    await send({
      type: 'resolve_problem',
      by: MACHINE,
      outcome: { kind: 'return', excludeRaiser: false },
    })
}

/** Facts about the image, which no event tells. Never the state. */
async function storeImages(db: Db, unitId: number, wanted: Wanted): Promise<void> {
  const row = await db
    .selectFrom('unit')
    .selectAll()
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  const { sheet_gone: _, ...flags } = flagsOf(row)
  const ink = Math.max(0, ...wanted.images.map(({ inkRatio }) => inkRatio))
  const facts: UnitFacts = { ...factsOf(row), sheetId: wanted.sheetId, choice: wanted.choice }
  const columns = {
    images: JSON.stringify(wanted.images.map(({ imageHash }) => imageHash)),
    ink_ratio: ink,
    facts: JSON.stringify(facts),
    flags: JSON.stringify(flags),
  }
  const same =
    row.images === columns.images &&
    row.ink_ratio === columns.ink_ratio &&
    row.facts === columns.facts &&
    row.flags === columns.flags
  if (!same) await db.updateTable('unit').set(columns).where('id', '=', unitId).execute()
}

/** The candidate has no sheet, or is absent. */
async function takeAway(db: Db, services: Services, unit: UnitRow): Promise<void> {
  const facts = factsOf(unit)
  const isRead = facts.decision !== null || (await hasScoredReading(db, unit.id))
  if (isRead) {
    const flags = { ...flagsOf(unit), sheet_gone: true }
    await db
      .updateTable('unit')
      .set({ flags: JSON.stringify(flags) })
      .where('id', '=', unit.id)
      .execute()
    return
  }
  const { unit: now } = await applyEvent(
    db,
    services,
    unit.id,
    { type: 'image_withdrawn' },
    { userId: null },
  )
  if (now.status !== 'WAIT_IMAGE') return
  const { facts: stored } = await db
    .selectFrom('unit')
    .select('facts')
    .where('id', '=', unit.id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('unit')
    .set({ images: '[]', facts: JSON.stringify({ ...factsOf({ facts: stored }), sheetId: null }) })
    .where('id', '=', unit.id)
    .execute()
}
