import { SHEET_CONTAINER } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { requireTemplate, type Scope } from './facts.query.ts'
import { refuseIfPublished } from './published.ts'

/** What the station is about to send. */
interface Announced {
  sheet_id: string
  batch_id: string
  template_id: string
  sha256: string
  byte_length: number
}

/** Would an upload be taken? Null when it would, `already` when the server has it, else the refusal. */
export async function judgeUpload(
  db: Db,
  scope: Scope,
  announced: Announced,
): Promise<AppError | 'already' | null> {
  try {
    const known = await db
      .selectFrom('scan_sheet')
      .select(['content_hash', 'exam_id', 'subject_id'])
      .where('id', '=', announced.sheet_id)
      .executeTakeFirst()
    if (known) {
      const same =
        known.content_hash === announced.sha256 &&
        known.exam_id === scope.examId &&
        known.subject_id === scope.subjectId
      if (same) return 'already'
      throw new AppError('SCAN_SHEET_ID_CONFLICT', { sheetId: announced.sheet_id })
    }
    if (announced.byte_length > SHEET_CONTAINER.maxBytes)
      throw new AppError('PAYLOAD_TOO_LARGE', { limit: `${SHEET_CONTAINER.maxBytes / 2 ** 20} MB` })
    await refuseIfPublished(db, scope.examId)
    const { template, version } = await requireTemplate(db, scope)
    if (template.id !== announced.template_id)
      throw new AppError('SCAN_TEMPLATE_OUTDATED', { version })
    const batch = await db
      .selectFrom('scan_batch')
      .select(['label', 'closed_at'])
      .where('id', '=', announced.batch_id)
      .executeTakeFirst()
    if (batch?.closed_at) throw new AppError('SCAN_BATCH_CLOSED', { batchName: batch.label })
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
