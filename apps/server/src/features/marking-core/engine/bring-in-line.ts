import type { Db } from '@hengjuan/db'
import type { BestOf, MarkEvent, Milli, ProblemReason } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import type { BlockRules } from '../block/block-rules.query.ts'
import { putBackSeeds } from '../seeds/put-back-seeds.ts'
import { type Applied, applyEvent } from './apply-event.ts'
import { looksBlank } from './looks-blank.ts'
import { rulingOf } from './moved-ruling.ts'
import { isSameChoice, newOnSheet } from './optional-choice.ts'
import { forgetImages, type Handling } from './sent-back.ts'
import {
  countsAgain,
  ofOtherSheets,
  type SetAside,
  setAsideWith,
  setAsideWithSheet,
} from './set-aside.ts'
import { leavesHands } from './take-away.ts'
import { factsOf, MACHINE, type UnitRow } from './unit-facts.ts'
import { type BlockImages, imagesColumn, storeImages, writingOf } from './unit-images.ts'

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

/**
 * Brings a paper in line with what its sheet shows.
 *
 * @returns whether somebody had it in hand until then
 */
export async function bringInLine(
  db: Db,
  services: Services,
  rules: BlockRules,
  unit: UnitRow,
  wanted: Wanted,
): Promise<boolean> {
  let isTaken = false
  let isShownAnew = false
  await follow(db, rules, unit, wanted, async (event) => {
    const applied = await applyEvent(db, services, unit.id, event, { userId: null, rules })
    isTaken ||= leavesHands(unit, applied)
    isShownAnew ||=
      event.type === 'image_withdrawn' || (event.type === 'images_ready' && !!event.cropChanged)
    return applied
  })
  const measured = isShownAnew ? await putBackSeeds(db, { unitId: unit.id }) : []
  return isTaken || measured.length > 0
}

async function follow(
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
    handling !== undefined && !handling.isOpen && handling.imagesBefore !== imagesColumn(wanted)
  const cropChanged = otherSheet || otherImages || otherChoice
  const setAside = await setAsideBefore(db, unit, wanted, { otherSheet, otherImages, otherChoice })
  const shown = { sheetId: wanted.sheetId, choice, images: imagesColumn(wanted) }
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
    ...(unit.images !== imagesColumn(wanted) && { otherPictures: true }),
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
