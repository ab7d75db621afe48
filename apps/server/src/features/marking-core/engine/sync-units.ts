import { randomBytes } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import {
  ABSENT,
  type BestOf,
  fairOrder,
  type MarkEvent,
  type Milli,
  milli,
  needsDouble,
  type ProblemReason,
  NOT_SELECTED,
  secretCode,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { type Applied, applyEvent } from './apply-event.ts'
import { bestOfBlock } from './best-of.ts'
import { looksBlank } from './looks-blank.ts'
import { type BlockRules, selectBlockRules } from '../block/block-rules.query.ts'
import {
  type Answers,
  choiceOnSheet,
  isSameChoice,
  newOnSheet,
  whyNoChoice,
} from './optional-choice.ts'
import {
  findCandidate,
  findUnitForSync,
  isSecretCodeTaken,
  markJoint,
  selectBlockIds,
} from './sync-units.query.ts'
import {
  countsAgain,
  ofOtherSheets,
  type SetAside,
  setAsideWith,
  setAsideWithSheet,
} from './set-aside.ts'
import { rulingOf } from './moved-ruling.ts'
import { forgetImages, type Handling, selectHandlings } from './sent-back.ts'
import { putBackSeeds } from '../seeds/put-back-seeds.ts'
import { countBeforeInClass } from './serving-places.query.ts'
import { leavesHands, takeAway } from './take-away.ts'
import { factsOf, flagsOf, MACHINE, newFacts, type UnitFacts, type UnitRow } from './unit-facts.ts'

/** What a marker is shown of one block of a candidate. */
export interface BlockImages {
  /** In the order of the parts. */
  images: readonly {
    part: number
    imageHash: string
    inkRatio: number
    /** Of the largest stroke; not measured where much is written. */
    strokeMm?: number | undefined
  }[]
  /** The sheet that they come from; null where there is none. */
  sheetId: string | null
  /** Every part is there. */
  complete: boolean
  /** A person accepted that a page is lost: there will be no image. */
  lost: boolean
  /** A person says that nothing is written there. */
  blank?: boolean
}

export interface CandidateOfSubject {
  examId: number
  subjectId: number
  candidateId: number
}

/** The mark that stands on the paper: null while it is in doubt, absent where papers are marked here. */
const offlineMarkOf = (answers: Answers, key: string): Milli | null | undefined => {
  const written = answers[`score:${key}`]
  if (written === undefined) return undefined
  const [points] = written.answer ?? []
  return points === undefined ? null : milli(Number(points))
}

/**
 * Brings the units of a candidate in line with the sheet, its crops and the optional choices. Call it in
 * the transaction that changed one of them; repeating it changes nothing.
 *
 * @param blocks what can be seen of each block, by block key; empty for a candidate without a sheet
 *
 * Images of a new cut of the same sheet replace the old ones and leave marks alone, but not that the old ones were
 * found blank; another sheet or another optional question sets aside what was read, because it was read of something
 * else. Without a sheet,
 * or absent, units without a final mark leave marking; those that were read keep their readings and are
 * flagged. What was sent back to cutting waits until it is sent on; if its images changed meanwhile, what
 * was read of them is void.
 *
 * @returns units that somebody had in hand until then
 * @throws AppError MARKING_UNIT_LOCKED when a published mark would have to be voided
 * @source domain rules 3.7, 3.10, 5.4
 */
export async function syncUnits(
  db: Db,
  services: Services,
  target: CandidateOfSubject,
  blocks: ReadonlyMap<string, BlockImages>,
): Promise<number[]> {
  const { examId, subjectId, candidateId } = target
  const candidate = await findCandidate(db, examId, subjectId, candidateId)
  if (!candidate) return []
  const away = candidate.attendance === ABSENT || candidate.attendance === NOT_SELECTED
  const answers = JSON.parse(candidate.answers ?? '{}') as Answers
  const handlings = await selectHandlings(db, target)
  const { class_id: classId, school_id: schoolId } = candidate
  /** Of new papers only: it asks the roster. */
  let nth: number | null = null
  const anySheet = [...blocks.values()].find(({ sheetId }) => sheetId !== null)?.sheetId ?? null
  const taken: number[] = []

  for (const { id: blockId, block_key: key } of await selectBlockIds(db, examId, subjectId)) {
    let unit = await findUnitForSync(db, blockId, candidateId)
    const block = blocks.get(key)
    const sheetId = away ? null : (block?.sheetId ?? anySheet)
    if (sheetId === null) {
      if (unit && (await takeAway(db, services, unit))) taken.push(unit.id)
      continue
    }
    const rules = await selectBlockRules(db, blockId)
    if (!unit) {
      nth ??= await countBeforeInClass(db, { ...target, classId })
      unit = await makeUnit(db, services, rules, { ...target, classId, schoolId, nth })
    }
    if (schoolId !== candidate.holder_id && rules.block.is_joint === 0)
      await markJoint(db, rules.block)
    const isTaken = await update(db, services, rules, unit, {
      sheetId,
      images: block?.images ?? [],
      complete: block !== undefined && (block.complete || block.lost),
      lost: block !== undefined && block.lost && !block.complete,
      blank: block?.blank === true,
      handling: handlings.get(unit.id),
      choice: choiceOnSheet(rules, answers),
      whyNoChoice: rules.optional ? whyNoChoice(rules.optional, answers) : '',
      bestOf: bestOfBlock(rules),
      offline: offlineMarkOf(answers, key),
    })
    if (isTaken) taken.push(unit.id)
  }
  return taken
}

async function makeUnit(
  db: Db,
  services: Services,
  { block }: BlockRules,
  target: CandidateOfSubject & { classId: number; schoolId: number; nth: number },
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
      school_id: target.schoolId,
      secret_code: code,
      ord: fairOrder(target, block.salt),
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
    .set({ facts: JSON.stringify(newFacts(double, now)), readings_due: double ? 2 : 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface Wanted {
  sheetId: string
  images: BlockImages['images']
  complete: boolean
  /** Part of the answer will never be seen: a leader decides. */
  lost: boolean
  /** A person says that nothing is written there. */
  blank: boolean
  /** Of an answer that was sent back to cutting, until it was told what changed. */
  handling: Handling | undefined
  choice: number[] | null
  /** Said to the leader where it is not known. */
  whyNoChoice: string
  /** Which of the points marked count; null where all of them do. */
  bestOf: BestOf | null
  /** Marked on paper: the mark, or null while it is in doubt. */
  offline: Milli | null | undefined
}

/** @returns whether somebody had it in hand until then */
async function update(
  db: Db,
  services: Services,
  rules: BlockRules,
  unit: UnitRow,
  wanted: Wanted,
): Promise<boolean> {
  let isTaken = false
  let isShownAnew = false
  await bringInLine(db, rules, unit, wanted, async (event) => {
    const applied = await applyEvent(db, services, unit.id, event, { userId: null, rules })
    isTaken ||= leavesHands(unit, applied)
    isShownAnew ||=
      event.type === 'image_withdrawn' || (event.type === 'images_ready' && !!event.cropChanged)
    return applied
  })
  const measured = isShownAnew ? await putBackSeeds(db, { unitId: unit.id }) : []
  return isTaken || measured.length > 0
}

async function bringInLine(
  db: Db,
  rules: BlockRules,
  unit: UnitRow,
  wanted: Wanted,
  send: (event: MarkEvent) => Promise<Applied>,
): Promise<void> {
  const facts = factsOf(unit)
  const otherSheet = facts.sheetId !== null && facts.sheetId !== wanted.sheetId
  // A leader may have said which question it is; that the sheet says what it said before does not take that back.
  const onSheet = otherSheet ? wanted.choice : newOnSheet(facts, wanted.choice)
  const otherChoice =
    facts.choice !== null && onSheet !== null && !isSameChoice(facts.choice, onSheet)
  const choice = onSheet ?? (otherSheet ? null : facts.choice)
  const overruled = otherSheet || onSheet !== null ? undefined : facts.overruled
  const { handling } = wanted
  const otherImages =
    handling !== undefined && !handling.isOpen && handling.imagesBefore !== imagesOf(wanted)
  const cropChanged = otherSheet || otherImages || otherChoice
  const setAside = await setAsideBefore(db, unit, wanted, { otherSheet, otherImages, otherChoice })
  const shown = { sheetId: wanted.sheetId, choice, images: imagesOf(wanted) }
  const isOther = otherSheet || otherChoice || facts.sheetId === null
  const again = isOther ? countsAgain(setAside, shown) : null
  // A decision was taken about what was seen then.
  if (cropChanged && facts.decision) await send({ type: 'reset' })
  await storeImages(db, unit.id, { ...wanted, choice, overruled, setAside })
  /** What was read of something else is void before it waits: when it is ready, nothing tells that it was. */
  const withdraw = async () => {
    if (cropChanged) await send({ type: 'images_ready', looksBlank: false, cropChanged })
    if (again) await send(again)
    if (facts.imageReady || cropChanged) await send({ type: 'image_withdrawn' })
  }
  if (handling?.isOpen) {
    await withdraw()
    return
  }
  if (handling) await forgetImages(db, handling.id)
  // Of a lost page nobody can see a mark: a leader decides, as for any other paper.
  if (wanted.offline != null || (wanted.offline === null && !wanted.lost)) {
    if (facts.problem?.raisedBy === MACHINE)
      await send({
        type: 'resolve_problem',
        by: MACHINE,
        outcome: { kind: 'return', to: 'anyone' },
      })
    await send(
      wanted.offline === null
        ? { type: 'offline_withdrawn' }
        : {
            type: 'offline_mark',
            by: MACHINE,
            totalMilli: wanted.offline,
          },
    )
    return
  }
  // What the sheet shows now carries no mark: it is marked like any other.
  const isUnmarked = facts.paperMark != null || facts.decision?.source === 'OFFLINE'
  if (isUnmarked) await send({ type: 'offline_withdrawn' })

  if (!wanted.complete) {
    await withdraw()
    return
  }
  const isBlank =
    !wanted.lost && !again && (wanted.blank || looksBlank(rules, writingOf(wanted.images), choice))
  const ready = await send({
    type: 'images_ready',
    looksBlank: isBlank,
    cropChanged,
    ...(unit.images !== imagesOf(wanted) && { otherPictures: true }),
  })
  const { unit: now } = again ? await send(again) : ready
  const problem = problemOf(rules, { ...wanted, choice })
  const unread = now.status === 'READY' || now.status === 'MARKING'
  const isNew = facts.sheetId !== wanted.sheetId || !facts.imageReady
  const ruling = isNew && unread ? await rulingOf(db, unit, wanted.sheetId) : null
  if (ruling) await send(ruling)
  else if (problem && unread)
    await send({ type: 'raise_problem', by: MACHINE, readingId: null, ...problem })
  else if (!problem && now.problem?.raisedBy === MACHINE)
    await send({
      type: 'resolve_problem',
      by: MACHINE,
      outcome: { kind: 'return', to: 'anyone' },
    })
}

/** What was read of other sheets and questions, with what is read of those that are about to be others. */
async function setAsideBefore(
  db: Db,
  unit: UnitRow,
  { sheetId }: Wanted,
  change: { otherSheet: boolean; otherImages: boolean; otherChoice: boolean },
): Promise<SetAside[]> {
  const { setAside } = factsOf(unit)
  if (change.otherSheet) return setAsideWithSheet(db, unit)
  if (change.otherImages) return ofOtherSheets(setAside, sheetId)
  return change.otherChoice ? setAsideWith(db, unit) : [...(setAside ?? [])]
}

/** What keeps a paper from being marked as it is; null when nothing does. */
function problemOf(
  { optional }: BlockRules,
  { lost, choice, whyNoChoice: note }: Wanted,
): { reason: ProblemReason; note: string } | null {
  if (lost) return { reason: 'missing_page', note: '有一页答题卡已确认缺失，看不到全部作答' }
  if (optional && choice === null) return { reason: 'other', note }
  return null
}

/** Column `unit.images`. */
const imagesOf = ({ images }: Pick<Wanted, 'images'>): string =>
  JSON.stringify(images.map(({ imageHash }) => imageHash))

/** A block is as written on as its most written part. */
function writingOf(images: BlockImages['images']) {
  const strokes = images.flatMap(({ strokeMm }) => strokeMm ?? [])
  return {
    inkRatio: Math.max(0, ...images.map(({ inkRatio }) => inkRatio)),
    strokeMm: strokes.length > 0 ? Math.max(...strokes) : undefined,
  }
}

/** Facts about the image, which no event tells. Never the state. */
async function storeImages(
  db: Db,
  unitId: number,
  wanted: Wanted & Pick<UnitFacts, 'overruled' | 'setAside'>,
): Promise<void> {
  const row = await db
    .selectFrom('unit')
    .selectAll()
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  const { sheet_gone: _, ...flags } = flagsOf(row)
  const { inkRatio, strokeMm } = writingOf(wanted.images)
  const { sheetId, choice, bestOf, overruled, setAside = [] } = wanted
  const { bestOf: _before, overruled: _said, setAside: _aside, ...known } = factsOf(row)
  const facts: UnitFacts = {
    ...known,
    sheetId,
    choice,
    strokeMm,
    ...(bestOf && { bestOf }),
    ...(overruled && { overruled }),
    ...(setAside.length > 0 && { setAside }),
  }
  const columns = {
    images: imagesOf(wanted),
    ink_ratio: inkRatio,
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
