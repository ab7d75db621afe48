import { AppError } from '@hengjuan/domain'
import type { Found } from '../../http/access.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { schoolOf } from '../school/index.ts'
import { selectSheets } from './sheet.query.ts'
import { userName } from './sheet-state.ts'
import { assertVisible, assertYours } from './rights.ts'

interface SheetCall {
  services: Services
  session: Session
  found: Pick<Found, 'sheet'>
}

/** The sheet of a call, to look at. @throws AppError SHEET_NOT_FOUND */
export function openSheet({ session, found }: SheetCall): Found['sheet'] {
  const { sheet } = found
  if (sheet.deleted_at !== null) throw new AppError('SHEET_NOT_FOUND')
  assertVisible(session, sheet)
  return sheet
}

/** The sheet of a call, to change. @throws AppError SHEET_NOT_FOUND, SHEET_NOT_YOURS */
export async function ownSheet(call: SheetCall): Promise<Found['sheet']> {
  const sheet = openSheet(call)
  assertYours(call.session, sheet, await userName(call.services.db, sheet.created_by))
  return sheet
}

/** A sheet as lists show it. @throws AppError SHEET_NOT_FOUND */
export async function summaryOf(
  { services, session }: Pick<SheetCall, 'services' | 'session'>,
  id: number,
) {
  const filter = { schoolId: schoolOf(session), scope: session.scope, viewer: session, id }
  const { list } = await selectSheets(services.db, filter, { limit: 1, offset: 0 })
  const [sheet] = list
  if (!sheet) throw new AppError('SHEET_NOT_FOUND')
  return sheet
}
