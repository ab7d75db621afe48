import type { Db } from '@hengjuan/db'
import { AppError, mayDo, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import type { ImportPlace } from '../../import/define-import.ts'
import type { Session } from '../../http/session.ts'
import { findTarget } from '../../http/targets.ts'
import type { Services } from '../../services.ts'
import { isoNow } from '../../clock.ts'
import { schoolOf } from '../school/index.ts'
import type { Batch, Head } from './batch-report.ts'
import { importOf } from './kinds.ts'

interface PlaceAsked {
  kind: string
  examId: number | null
  options?: ImportPlace['options']
}

/**
 * Where the caller may import to.
 *
 * @throws AppError NOT_ALLOWED for a role without the permission of the kind; NOT_FOUND and its kin for an exam out of
 *   reach
 */
export async function placeOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  session: Session,
  { kind, examId, options = {} }: PlaceAsked,
): Promise<ImportPlace> {
  const { permission, ofExam } = importOf(kind)
  if (!mayDo(session.role, permission))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS[permission].label,
    })
  const { userId, role } = session
  const place = {
    schoolId: schoolOf(session),
    by: { userId, role },
    options,
    batch: null,
    now: isoNow(clock),
  }
  if (!ofExam) return { ...place, on: null }
  if (examId === null)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'exam_id', message: '必须填写' }])
  const { exam, view } = await findTarget(db, session, permission, { exam: examId }, undefined, [
    'member',
  ])
  if (!exam || !view) throw new AppError('NOT_FOUND', { what: '考试' })
  return { ...place, on: { exam, view } }
}

/** A batch of the own school that the current role may deal with. @throws AppError NOT_FOUND, NOT_ALLOWED */
export async function seenBatch(
  services: Pick<Services, 'db' | 'clock'>,
  session: Session,
  batchId: number,
): Promise<{ batch: Batch; place: ImportPlace }> {
  const batch = await findBatch(services.db, batchId)
  if (!batch || batch.school_id !== session.schoolId)
    throw new AppError('NOT_FOUND', { what: '导入记录' })
  return {
    batch,
    place: await placeOf(services, session, {
      kind: batch.kind,
      examId: batch.exam_id,
      options: optionsOf(batch),
    }),
  }
}

export const optionsOf = ({ options }: Pick<Batch, 'options'>): ImportPlace['options'] =>
  JSON.parse(options) as ImportPlace['options']

/** Fields that the file of a batch has a column for. */
export const fileColumns = ({ head }: Pick<Batch, 'head'>): string[] =>
  (JSON.parse(head) as Head).columns.flatMap(({ field, column }) =>
    column === null ? [] : [field],
  )

export const findBatch = (db: Db, batchId: number): Promise<Batch | undefined> =>
  db.selectFrom('import_batch').where('id', '=', batchId).selectAll().executeTakeFirst()

const OVER: Partial<Record<Batch['state'], string>> = {
  checking: '还在核对，请稍候',
  applying: '正在写入，请稍候',
  applied: '已经写入，再次导入请重新选择文件',
  undone: '已经撤销，再次导入请重新选择文件',
  expired: '已过期（核对后 24 小时内有效），请重新选择文件',
}

/** @throws AppError IMPORT_BATCH_OVER unless the batch waits to be written */
export function assertChecked({ clock }: Pick<Services, 'clock'>, batch: Batch): void {
  const state =
    batch.expires_at < isoNow(clock) && batch.state === 'checked' ? 'expired' : batch.state
  const over = OVER[state]
  if (over !== undefined) throw new AppError('IMPORT_BATCH_OVER', { state: over })
}
