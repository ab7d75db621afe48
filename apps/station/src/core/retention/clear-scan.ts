import { clientClear, clientMarkingCheck, fixSheet } from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import type { StationInput } from '../../bridge/station-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { ServerLink } from '../upload/server-link.ts'
import {
  countGone,
  findClearing,
  insertClearing,
  type LotToClear,
  markUndone,
  selectLotsToClear,
} from './clearing.store.ts'

type ClearInput = StationInput<'clearScan'>
type Subject = Pick<ClearInput, 'exam_id' | 'subject_id'>

/** How many sheets would be taken back. To be shown before anybody agrees. */
export interface ClearPreview {
  sheets: number
  batches: number
}

/**
 * Looks at what would be cleared and whether it may be.
 *
 * @throws StationError while anything waits for the server, or the server does not agree
 */
export async function previewClearing(
  station: StationContext,
  link: ServerLink,
  input: Omit<ClearInput, 'confirm_count'>,
): Promise<ClearPreview> {
  const lots = clearableLots(station, input)
  const states = await serverSheets(link, input, lots)
  const sheets = states.filter((state) => state === 'active').length
  return { sheets, batches: lots.length }
}

/**
 * Takes back what was scanned for a subject or in one batch: the server voids the sheets, the station puts
 * the batches away. Pictures stay until the retention policy takes them, so it can be undone.
 *
 * @throws StationError when it may not be done; nothing has changed then
 */
export async function clearScan(
  station: StationContext,
  link: ServerLink,
  input: ClearInput,
): Promise<void> {
  const { exam_id, subject_id, confirm_count } = input
  const lots = clearableLots(station, input)
  const states = await serverSheets(link, input, lots)
  const active = states.filter((state) => state === 'active').length
  // Nothing left there although sheets were sent: done before, and the answer was lost.
  const isDone = active === 0 && states.length > 0
  if (!isDone && active !== confirm_count)
    throw new StationError(
      'CLEAR_COUNT_CHANGED',
      `答题卡数量有变化（现在 ${active} 张，确认时 ${confirm_count} 张），请重新核对后再清空`,
    )
  const lot = input.batch_id === undefined ? undefined : lots[0]
  const batch_id = lot?.upload_batch_id
  const decision_id = isDone
    ? null
    : (
        await asked(() =>
          link.call(clientClear, {
            params: { subjectId: subject_id },
            body: { exam_id, confirm_count, ...(batch_id === undefined ? {} : { batch_id }) },
          }),
        )
      ).decision_id
  insertClearing(
    station.db,
    {
      id: station.newId(),
      exam_id,
      subject_id,
      batch_id: batch_id ?? null,
      sheets: active,
      decision_id,
      account: link.session?.account ?? '',
      cleared_at: station.now(),
    },
    lots.map((each) => each.batch_id),
  )
  station.changed()
}

/** @throws StationError when the pictures are gone, or the server does not undo it */
export async function undoClearing(
  station: StationContext,
  link: ServerLink,
  clearingId: string,
): Promise<void> {
  const clearing = findClearing(station.db, clearingId)
  if (!clearing || clearing.undone_at !== null)
    throw new StationError('CLEARING_UNKNOWN', '没有这次清空，或已经撤销，请刷新')
  const gone = countGone(station.db, clearingId)
  if (gone > 0)
    throw new StationError(
      'CLEARING_TOO_OLD',
      `已有 ${gone} 张的本机图像按保留期清理，不能在本站撤销，请在网页端的异常中心撤销`,
    )
  if (clearing.decision_id === null)
    throw new StationError(
      'CLEARING_UNKNOWN_DECISION',
      '清空时没有收到服务器的回执，请在网页端的异常中心撤销',
    )
  const { exam_id, subject_id, decision_id } = clearing
  const fix = { kind: 'undo' as const, decision_ids: [decision_id] }
  await asked(() => link.call(fixSheet, { body: { exam_id, subject_id, fix } })).catch(
    (error: unknown) => {
      // Undone before, and the answer was lost.
      if (error instanceof StationError && error.code === 'SCAN_NOTHING_TO_UNDO') return
      throw error
    },
  )
  markUndone(station.db, clearingId, station.now())
  station.changed()
}

function clearableLots(
  { db }: StationContext,
  input: Subject & { batch_id?: string | undefined },
): LotToClear[] {
  const lots = selectLotsToClear(db, input)
  if (lots.length === 0)
    throw new StationError('NOTHING_TO_CLEAR', '本站没有可以清空的批次，请刷新批次列表')
  const waiting = lots.reduce((sum, lot) => sum + lot.waiting, 0)
  if (waiting > 0)
    throw new StationError(
      'CLEAR_WAITING',
      `还有 ${waiting} 张待上传或未被接收，全部上传后才能清空`,
    )
  const open = lots.find(({ state }) => state !== 'closed')
  if (open)
    throw new StationError('CLEAR_OPEN', `批次「${open.label}」还没有结束，请先结束批次再清空`)
  return lots
}

/** States of all sheets that the server has in these batches. */
async function serverSheets(
  link: ServerLink,
  { exam_id, subject_id }: Subject,
  lots: readonly LotToClear[],
): Promise<string[]> {
  if (!link.isSignedIn) throw new StationError('SIGNED_OUT', '清空需要服务器同意，请联网登录后再试')
  const found: string[] = []
  for (const { upload_batch_id } of lots) {
    const query = { exam_id, subject_id, batch_id: upload_batch_id }
    const known = await asked(() => link.call(clientMarkingCheck, { query }))
    found.push(...known.map(({ state }) => state))
  }
  return found
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const message =
      error.status === 0 ? '连不上服务器，没有清空任何内容，请检查网络后重试' : error.message
    throw new StationError(error.code, message, { cause: error })
  }
}
