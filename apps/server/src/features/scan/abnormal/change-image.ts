import type { abnormalCrop, InputOf, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { partTarget } from '../block-crops.ts'
import { decide, type Decider, type Outcome, undoDecisions } from '../decide.ts'
import { selectLiveDecisions, selectSheetIdsOf } from '../facts.query.ts'
import type { ShownImage } from '../judge/facts.ts'
import type { CutCrop } from '../page-reader.ts'
import { insertImages } from '../receive-sheet.ts'
import { storeCrops } from '../store-reread.ts'
import { cutByHand } from './cut-by-hand.ts'
import { requireCandidate, requireHeld, requireSheetOf } from './held.query.ts'
import { selectSheetParts } from './parts.ts'
import type { UploadedPicture } from './uploaded-picture.ts'

/** A part of a block of a candidate. */
export interface PartOf {
  candidateId: number
  blockId: number
  part: number
}

/**
 * Shows what a person framed on a page in place of what was cut. The frame that is there already changes
 * nothing, so that what was read of it stays.
 *
 * @throws AppError ABNORMAL_NOT_HELD, ABNORMAL_BOX_OUTSIDE, SCAN_SHEET_NOT_FOUND
 * @source domain rules 5.4
 */
export async function cropBlock(
  who: Decider,
  part: PartOf,
  {
    sheet_id,
    page_seq,
    box,
  }: Pick<InputOf<typeof abnormalCrop>['body'], 'sheet_id' | 'page_seq' | 'box'>,
): Promise<ReplyOf<typeof abnormalCrop>> {
  const { db } = who.services
  await requireCandidate(db, who, part.candidateId)
  const held = await requireHeld(db, who, part.candidateId, part.blockId)
  const { bound, sheets, blocks } = await selectSheetParts(db, { ...who, ...part })
  const page = sheets.find(({ id }) => id === sheet_id)?.pages.find(({ seq }) => seq === page_seq)
  if (!page) throw new AppError('SCAN_SHEET_NOT_FOUND')
  const now = blocks.get(held.block_key)?.parts.find((one) => one.part === part.part)
  if (!now) throw new AppError('NOT_FOUND', { what: '题块的这一部分' })
  const frame = JSON.stringify([sheet_id, page_seq, box.x, box.y, box.width, box.height])
  const { place } = now
  const shown =
    place &&
    JSON.stringify([
      place.sheet_id,
      place.page_seq,
      place.box.x,
      place.box.y,
      place.box.width,
      place.box.height,
    ])
  if (now.crop && frame === shown) return { changed: false, decision_id: null, sheet_id, open: [] }
  const { x, y, width, height } = box
  const { strokeMm, ...crop } = await cutByHand(who.services, bound.template, {
    blockKey: held.block_key,
    part: part.part,
    sheetId: sheet_id,
    pageSeq: page_seq,
    reading: page.reading,
    box,
  })
  const outcome = await show(who, part, crop, (hash) => ({
    hash,
    ink_ratio: crop.inkRatio,
    ...(strokeMm === undefined ? {} : { stroke_mm: strokeMm }),
    from: { kind: 'page', sheet_id, page_seq, box: { x, y, width, height } },
  }))
  return { changed: true, ...outcome }
}

/**
 * Shows an uploaded picture in place of what was cut.
 *
 * @throws AppError ABNORMAL_NOT_HELD
 */
export async function replaceBlock(
  who: Decider,
  part: PartOf,
  picture: UploadedPicture,
): Promise<Outcome> {
  const { db } = who.services
  await requireCandidate(db, who, part.candidateId)
  const held = await requireHeld(db, who, part.candidateId, part.blockId)
  const { blocks } = await selectSheetParts(db, { ...who, ...part })
  if (!blocks.get(held.block_key)?.parts.some((one) => one.part === part.part))
    throw new AppError('NOT_FOUND', { what: '题块的这一部分' })
  const crop: CutCrop = {
    regionId: partTarget(held.block_key, part.part),
    blockKey: held.block_key,
    part: part.part,
    // Nothing tells print from writing here; a person saw that there is an answer.
    inkRatio: 1,
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    bytes: picture.bytes,
  }
  return show(who, part, crop, (hash) => ({
    hash,
    ink_ratio: 1,
    from: { kind: 'upload', file_name: picture.fileName },
  }))
}

/** Stores an image and decides that it is shown. */
async function show(
  who: Decider,
  part: PartOf,
  crop: CutCrop,
  imageOf: (hash: string) => ShownImage,
): Promise<Outcome> {
  const stored = await storeCrops(who.services, [crop])
  const [image] = stored?.images ?? []
  if (!stored || !image) throw new Error('an image that was cut is stored')
  const { decision_id, sheet_id, open } = await decide(who, async (db) => {
    const held = await requireHeld(db, who, part.candidateId, part.blockId)
    await insertImages(db, stored.hash, stored.images, isoNow(who.services.clock))
    return [
      {
        kind: 'block_image',
        target: partTarget(held.block_key, part.part),
        sheetId: await requireSheetOf(db, who, part.candidateId),
        value: { image: imageOf(image.sha256), block_keys: [held.block_key] },
      },
    ]
  })
  return { decision_id, sheet_id, open }
}

/**
 * Takes the last image back that a person put there; the one before is shown again.
 *
 * @throws AppError ABNORMAL_NOT_HELD, SCAN_NOTHING_TO_UNDO
 */
export async function undoReplace(who: Decider, part: PartOf): Promise<Outcome> {
  await requireCandidate(who.services.db, who, part.candidateId)
  return undoDecisions(who, async (db) => {
    const held = await requireHeld(db, who, part.candidateId, part.blockId)
    const last = await findLastImage(db, who, part, held.block_key)
    if (last === undefined) throw new AppError('SCAN_NOTHING_TO_UNDO')
    return [last]
  })
}

async function findLastImage(
  db: Db,
  who: Decider,
  { candidateId, part }: PartOf,
  blockKey: string,
): Promise<number | undefined> {
  const sheetIds = await selectSheetIdsOf(db, who, [candidateId])
  if (sheetIds.length === 0) return undefined
  const decisions = await selectLiveDecisions(db, { sheetIds })
  return decisions.findLast(
    ({ kind, target }) => kind === 'block_image' && target === partTarget(blockKey, part),
  )?.id
}
