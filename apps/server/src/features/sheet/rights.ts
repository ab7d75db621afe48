import { AppError, mayDo } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'

type Viewer = Pick<Session, 'userId' | 'role'>

/** What decides about a sheet who may see and change it. */
interface OwnedSheet {
  exam_id: number | null
  share_type: number
  created_by: number
}

/** Nobody but its author and those who manage exams: private; everybody who may see sheets: shared. */
export const SHARED = 1

/** Those who manage exams look after the sheets of everybody. */
export const seesAllSheets = (session: Pick<Session, 'role'>): boolean =>
  mayDo(session.role, 'exam.manage')

/** A sheet of an exam belongs to the exam; one of nobody's exam to its author until it is shared. */
const isVisible = (session: Viewer, sheet: OwnedSheet): boolean =>
  sheet.exam_id !== null ||
  sheet.share_type === SHARED ||
  sheet.created_by === session.userId ||
  seesAllSheets(session)

/** Whether the asker may change it, given that the role may design sheets. */
export const isEditable = (session: Viewer, sheet: OwnedSheet): boolean =>
  sheet.exam_id !== null || sheet.created_by === session.userId || seesAllSheets(session)

/** @throws AppError SHEET_NOT_FOUND for somebody else's private sheet */
export function assertVisible(session: Viewer, sheet: OwnedSheet): void {
  if (!isVisible(session, sheet)) throw new AppError('SHEET_NOT_FOUND')
}

/** @throws AppError SHEET_NOT_FOUND, SHEET_NOT_YOURS */
export function assertYours(session: Viewer, sheet: OwnedSheet, author: string): void {
  assertVisible(session, sheet)
  if (!isEditable(session, sheet)) throw new AppError('SHEET_NOT_YOURS', { name: author })
}
