import type { TrayItem, TrayList, TrayPicture } from '../../bridge/tray-api.ts'
import type { StationContext } from '../context.ts'
import { feederSheetOf } from '../scanner/sheet-name.ts'
import { type HeldReason, heldOf } from '../sheets/held-reason.ts'
import type { TrayReason } from '../store/sheet-notes.ts'
import type { BatchRow } from '../store/batch.store.ts'
import { type ImageRow, selectHeldImages, selectSheetImages } from '../store/image.store.ts'
import { findPendingRescan, selectDoneRescans } from '../store/rescan.store.ts'
import { findSheet, selectTraySheets, type SheetRow } from '../store/sheet.store.ts'
import { trayReasonsOf } from '../sheets/tray-reasons.ts'
import { isUndecided, type StackTwice } from '../store/stack-twice.ts'
import { sentenceOfTwice } from './twice-words.ts'
import { shortWords } from './tray-words.ts'

/**
 * What waits for the operator, in the order of the paper.
 *
 * @param progress of the sheet that is scanned again: how much of its paper has come
 */
export async function describeTray(
  station: StationContext,
  batch: BatchRow,
  progress: { papers: number; have: number } | null,
): Promise<TrayList> {
  const { db } = station
  const awaited = findPendingRescan(db, batch.id)?.seq ?? null
  const held = Map.groupBy(
    selectHeldImages(db, batch.id),
    (image) => heldOf(image.held)?.group ?? image.id,
  )
  const items: TrayItem[] = []
  if (isUndecided(batch.twice)) items.push(twiceItem(JSON.parse(batch.twice) as StackTwice))
  for (const images of held.values()) items.push(await heldItem(station, images))
  const sheets = selectTraySheets(db, batch.id)
  const add = (sheet: SheetRow) => {
    const item = sheetItem(station, sheet, awaited === sheet.seq)
    items.push(item.is_awaited ? whileAwaited(item, batch, progress) : item)
  }
  for (const sheet of sheets) add(sheet)
  // A sheet that was asked for without a trouble of its own.
  const asked = awaited === null ? undefined : findSheet(db, batch.id, awaited)
  if (asked && !sheets.some(({ id }) => id === asked.id)) add(asked)
  return {
    items,
    rescanned: selectDoneRescans(db, batch.id).flatMap(({ seq, done_at }) => {
      const sheet = findSheet(db, batch.id, seq)
      if (!sheet) return []
      const cover = selectSheetImages(db, sheet.id).find(({ page_seq }) => page_seq === 1)
      return [{ sheet_id: sheet.id, seq, at: done_at ?? '', cover_id: cover?.id ?? null }]
    }),
  }
}

function sheetItem({ db }: StationContext, sheet: SheetRow, isAwaited: boolean): TrayItem {
  const reasons = JSON.parse(sheet.tray) as TrayReason[]
  const images = selectSheetImages(db, sheet.id).filter(({ page_seq }) => page_seq !== null)
  const isCopy = reasons.some(({ code }) => code === 'SAME_PAPER')
  const [first] = reasons
  return {
    ...NOTHING,
    item_id: `sheet:${sheet.id}`,
    kind: 'sheet',
    title: first ? shortWords(first.code) : '重扫',
    messages: reasons.map(({ message }) => message),
    seq: sheet.seq,
    sheet_id: sheet.id,
    exam_no: sheet.exam_no,
    candidate_name: sheet.candidate_name,
    feeder_sheet: feederSheetOf(images[0]?.name ?? ''),
    pictures: images.map((image) =>
      pictureOf(
        image,
        reasons.flatMap(({ page_seq, boxes }) => (page_seq === image.page_seq ? boxes : [])),
      ),
    ),
    is_awaited: isAwaited,
    actions: isCopy ? ['discard', 'accept', 'rescan'] : ['rescan', 'accept'],
  }
}

/** A feeder is told to go on after a jam; a folder takes what comes. */
function whileAwaited(
  item: TrayItem,
  { folder }: BatchRow,
  progress: { papers: number; have: number } | null,
): TrayItem {
  const actions: TrayItem['actions'] =
    folder === '' ? ['rescan', 'cancel_rescan'] : ['cancel_rescan']
  if (folder !== '' || !progress || progress.papers === 1 || progress.have >= progress.papers)
    return { ...item, actions }
  const { papers, have } = progress
  const text = `这张答题卡共 ${papers} 张纸，重扫已收好 ${have} 张，还缺 ${papers - have} 张`
  return { ...item, actions, messages: [...item.messages, text] }
}

async function heldItem(station: StationContext, images: ImageRow[]): Promise<TrayItem> {
  const [first] = images
  const reason = heldOf(first?.held ?? null)
  const pictures: TrayPicture[] = []
  for (const image of images) {
    const { reading } = await station.spool.readPage(image.id)
    const boxes = trayReasonsOf(reading, 1).flatMap((each) => each.boxes)
    pictures.push(pictureOf(image, boxes))
  }
  return {
    ...NOTHING,
    item_id: `held:${reason?.group ?? first?.id ?? ''}`,
    kind: reason?.kind ?? 'foreign',
    title: reason ? heldTitle(reason) : '',
    messages: reason ? [reason.message] : [],
    feeder_sheet: feederSheetOf(first?.name ?? ''),
    pictures,
    subject: reason?.subject ?? null,
    actions: reason?.subject ? ['open_subject', 'discard'] : ['discard'],
  }
}

const twiceItem = (twice: StackTwice): TrayItem => ({
  ...NOTHING,
  item_id: 'stack:twice',
  kind: 'stack_twice',
  title: '这一叠以前扫过',
  messages: [
    `${sentenceOfTwice(twice)}。取消这一批：本批次不上传；用这一批替换：上传后停用以前的；两份都留：都上传，由重复队列处理。选定之前本批次不上传。`,
  ],
  actions: ['cancel', 'replace', 'keep'],
})

function heldTitle({ kind, subject }: HeldReason): string {
  switch (kind) {
    case 'misfit':
      return '两面对不上'
    case 'foreign':
      return '别的答题卡'
    case 'other_subject':
      return `《${subject?.subject_name ?? ''}》的答题卡`
  }
}

const pictureOf = (image: ImageRow, boxes: TrayPicture['boxes']): TrayPicture => ({
  image_id: image.id,
  name: image.name,
  width_px: image.width_px ?? 0,
  height_px: image.height_px ?? 0,
  boxes,
})

const NOTHING = {
  seq: null,
  sheet_id: null,
  exam_no: null,
  candidate_name: null,
  feeder_sheet: null,
  pictures: [],
  subject: null,
  is_awaited: false,
} satisfies Partial<TrayItem>
