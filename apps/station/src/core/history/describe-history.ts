import type { SheetEvent, SheetHistory } from '../../bridge/history-api.ts'
import type { SentAction } from '../store/action.store.ts'
import type { BatchRow } from '../store/batch.store.ts'
import type { PlacedImage, RescanRow } from '../store/rescan.store.ts'
import type { SheetWithUpload } from '../store/sheet.store.ts'
import type { TrayBefore, TrayDecisionRow } from '../store/tray-decision.store.ts'

/** A sheet with what is recorded about it. */
export interface SheetRecords {
  sheet: SheetWithUpload & { account: string }
  /** Oldest first, undone ones too. */
  rescans: readonly RescanRow[]
  actions: readonly SentAction[]
  /** Tray decisions about its place in the stack, undone ones too. */
  decisions: readonly TrayDecisionRow[]
  clearings: readonly { account: string; cleared_at: string; undone_at: string | null }[]
}

/** What happened to a sheet, in the order in which it happened. */
export function describeSheetEvents(records: SheetRecords, isOpen: boolean): SheetEvent[] {
  const { sheet, rescans, actions, decisions, clearings } = records
  const events: SheetEvent[] = [
    eventOf('scanned', sheet.scanned_at, '扫描', sheet.account),
    ...rescans.flatMap(rescanEvents),
    ...decisions.flatMap((decision) => decisionEvents(decision, isOpen)),
    ...actions.map((action) =>
      eventOf('decided', action.decided_at, actionText(action), action.account),
    ),
    ...clearings.flatMap(({ cleared_at, undone_at, account }) => [
      eventOf('cleared', cleared_at, '批次清空，服务器上作废', account),
      ...(undone_at === null ? [] : [eventOf('restored', undone_at, '撤销清空', '')]),
    ]),
    ...uploadEvents(sheet),
  ]
  if (sheet.pictures_cleared_at !== null)
    events.push(eventOf('pictures_cleared', sheet.pictures_cleared_at, '本机图像按保留期清理', ''))
  // Those without a time are about now.
  return events.toSorted((a, b) => (a.at ?? LATEST).localeCompare(b.at ?? LATEST))
}

const LATEST = '9999'

/** What was taken out of a stack, as an entry of its own. */
export function describeTakenOut(decision: TrayDecisionRow, batch: BatchRow): SheetHistory | null {
  const before = JSON.parse(decision.before) as TrayBefore
  if (decision.kind !== 'discard' || decision.undone_at !== null || before.of !== 'images')
    return null
  return {
    sheet_id: null,
    seq: before.seq,
    subject_name: batch.subject_name,
    exam_no: before.exam_no,
    candidate_name: before.candidate_name,
    cover_id: before.images[0]?.id ?? null,
    events: decisionEvents(decision, batch.state === 'open'),
  }
}

/** Is the decision about the sheet at this place of the stack? */
export function isAbout({ before }: TrayDecisionRow, seq: number): boolean {
  const was = JSON.parse(before) as TrayBefore
  return was.of === 'sheets' ? was.sheets.some((sheet) => sheet.seq === seq) : was.seq === seq
}

/** Did more happen to it than being scanned and uploaded? */
export const isChanged = ({ events }: SheetHistory): boolean =>
  events.some(({ kind }) => !['scanned', 'sent', 'acknowledged', 'pictures_cleared'].includes(kind))

const eventOf = (
  kind: SheetEvent['kind'],
  at: string | null,
  text: string,
  account: string,
): SheetEvent => ({ kind, at, text, account, undo_id: null, old_images: [] })

function rescanEvents({ done_at, undone_at, ...rescan }: RescanRow): SheetEvent[] {
  if (done_at === null) return []
  const replaced: SheetEvent = {
    ...eventOf('replaced', done_at, '重扫替换，原图保留', ''),
    old_images: pagesOf(rescan.old_images),
  }
  if (undone_at === null) return [replaced]
  const restored: SheetEvent = {
    ...eventOf('restored', undone_at, '恢复原图', ''),
    old_images: pagesOf(rescan.new_images),
  }
  // The old pictures count again.
  return [{ ...replaced, old_images: [] }, restored]
}

const pagesOf = (json: string): string[] =>
  (JSON.parse(json) as PlacedImage[])
    .filter(({ page_seq }) => page_seq !== null)
    .toSorted((a, b) => (a.page_seq ?? 0) - (b.page_seq ?? 0))
    .map(({ id }) => id)

function decisionEvents(decision: TrayDecisionRow, isOpen: boolean): SheetEvent[] {
  const { kind, decided_at, account, undone_at } = decision
  const before = JSON.parse(decision.before) as TrayBefore
  const count = before.of === 'sheets' ? before.sheets.length : 1
  const text =
    kind === 'accept' ? (count > 1 ? `照用（一次 ${count} 张）` : '照用') : '取出，不计入本批次'
  const made: SheetEvent = {
    ...eventOf(kind === 'accept' ? 'accepted' : 'discarded', decided_at, text, account),
    undo_id: isOpen && undone_at === null ? decision.id : null,
    old_images:
      before.of === 'images' && undone_at === null ? before.images.map(({ id }) => id) : [],
  }
  return undone_at === null
    ? [made]
    : [made, eventOf('put_back', undone_at, '撤销，放回待处理', '')]
}

function actionText({ label, state }: SentAction): string {
  switch (state) {
    case 'waiting':
      return `${label}（待发送）`
    case 'refused':
      return `${label}（服务器没有接受）`
    case 'withdrawn':
      return `${label}（已撤销）`
    case 'done':
      return label
  }
}

function uploadEvents(sheet: SheetWithUpload): SheetEvent[] {
  switch (sheet.state) {
    case 'acked':
      return [eventOf('acknowledged', sheet.received_at, '已上传，服务器已确认收到', '')]
    case 'refused':
      return [eventOf('refused', null, `上传被退回：${sheet.error_message ?? ''}`, '')]
    case 'waiting':
      return sheet.tries > 0
        ? [eventOf('sent', null, `已发送 ${sheet.tries} 次，等待服务器确认`, '')]
        : []
  }
}
