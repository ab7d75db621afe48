import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { type AttemptRow, lockAttempt } from '../pad.query.ts'

/** What the browser keeps that may write; the server keeps what it cannot be found by. */
export const newDeviceKey = (): string => randomBytes(24).toString('base64url')

export const deviceHash = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * An attempt of the student who calls, locked, from the device that may write.
 *
 * @throws AppError PAD_NOT_YOURS, PAD_OTHER_DEVICE
 */
export async function lockOwnAttempt(
  db: Db,
  studentId: number | null,
  { attempt_id, device_key }: { attempt_id: number; device_key: string },
): Promise<AttemptRow> {
  const attempt = await lockAttempt(db, attempt_id)
  const owner =
    attempt &&
    (await db
      .selectFrom('candidate')
      .where('id', '=', attempt.candidate_id)
      .select('student_id')
      .executeTakeFirst())
  if (!attempt || studentId === null || owner?.student_id !== studentId)
    throw new AppError('PAD_NOT_YOURS')
  if (attempt.device_hash !== deviceHash(device_key)) throw new AppError('PAD_OTHER_DEVICE')
  return attempt
}
