import { isUniqueViolation } from '@hengjuan/db'
import { AppError, scopeAllows } from '@hengjuan/domain'
import type { InputOf, ReplyOf, secondReaderRegister, secondReaders } from '@hengjuan/contracts'
import { isoNow } from '../../../clock.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { withRetry } from '../../marking-core/index.ts'
import { newToken } from './reader-token.ts'
import {
  findReader,
  type ReaderRow,
  selectExamBlocks,
  selectReaders,
  updateReaderOn,
} from './reader.query.ts'

interface OfExam {
  id: number
  school_id: number
}

/** The readers of the school that holds the exam, and what they are switched on for. */
export async function readersView(
  { db }: Services,
  exam: OfExam,
  { scope }: Session,
): Promise<ReplyOf<typeof secondReaders>> {
  const readers = await selectReaders(db, exam.school_id)
  const blocks = await selectExamBlocks(db, exam.id)
  return {
    readers: readers.map((row) => ({
      reader_id: row.id,
      name: row.name,
      version: row.version,
      maker: row.maker,
      purpose: row.purpose,
      registered_by: row.registered_name,
      registered_at: row.registered_at,
      is_revoked: row.revoked_at !== null,
    })),
    blocks: blocks
      .filter(({ subject_id }) => scopeAllows(scope.subjects, subject_id))
      .map((row) => ({
        block_id: row.id,
        subject_id: row.subject_id,
        subject_name: row.subject_name,
        block_name: row.name,
        reader_id: row.second_reader_id,
      })),
  }
}

const FIELDS = { name: '名称', version: '版本', maker: '制作单位', purpose: '用途' } as const

/**
 * Registers a reader in one version. Its token is answered once and kept as a hash.
 *
 * @throws AppError INPUT_INVALID for fields of blanks, SECOND_READER_EXISTS
 */
export async function registerReader(
  { db, clock }: Services,
  exam: OfExam,
  body: InputOf<typeof secondReaderRegister>['body'],
  userId: number,
): Promise<{ readerId: number; token: string }> {
  const own = {
    name: body.name.trim(),
    version: body.version.trim(),
    maker: body.maker.trim(),
    purpose: body.purpose.trim(),
  }
  const missing = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((key) => own[key] === '')
  if (missing.length > 0)
    throw new AppError('INPUT_INVALID').withDetails(
      missing.map((key) => ({ path: key, message: `请填写${FIELDS[key]}` })),
    )
  const { token, hash } = newToken()
  try {
    const { id } = await db
      .insertInto('second_reader')
      .values({
        ...own,
        school_id: exam.school_id,
        token_hash: hash,
        registered_by: userId,
        registered_at: isoNow(clock),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { readerId: id, token }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('SECOND_READER_EXISTS', { name: own.name, version: own.version })
  }
}

/**
 * Takes the token of a reader away, or gives a new one in its place.
 *
 * @returns the new token; null when it was taken away
 * @throws AppError SECOND_READER_NOT_FOUND
 */
export async function changeToken(
  { db, clock }: Services,
  exam: OfExam,
  { readerId, action }: { readerId: number; action: 'revoke' | 'renew' },
  userId: number,
): Promise<string | null> {
  const reader = await knownReader(db, exam, readerId)
  const made = action === 'renew' ? newToken() : null
  await db
    .updateTable('second_reader')
    .set({
      token_hash: made?.hash ?? null,
      revoked_by: made ? null : userId,
      revoked_at: made ? null : isoNow(clock),
    })
    .where('id', '=', reader.id)
    .execute()
  return made?.token ?? null
}

async function knownReader(db: Services['db'], exam: OfExam, readerId: number): Promise<ReaderRow> {
  const reader = await findReader(db, exam.school_id, readerId)
  if (!reader) throw new AppError('SECOND_READER_NOT_FOUND')
  return reader
}

/**
 * Lets a reader read blocks, or nobody any more.
 *
 * @returns how many blocks changed
 * @throws AppError MARKING_BLOCK_NOT_FOUND for one of another exam or out of the caller's subjects;
 *   SECOND_READER_NOT_FOUND, SECOND_READER_REVOKED
 */
export async function switchReader(
  services: Services,
  exam: OfExam,
  wanted: { blockIds: readonly number[]; readerId: number | null },
  { scope }: Session,
): Promise<number> {
  const { readerId } = wanted
  if (readerId !== null) {
    const reader = await knownReader(services.db, exam, readerId)
    if (reader.revoked_at !== null)
      throw new AppError('SECOND_READER_REVOKED', { name: reader.name })
  }
  const ids = [...new Set(wanted.blockIds)]
  return withRetry(services, async (db) => {
    const known = (await selectExamBlocks(db, exam.id)).filter(
      (block) => ids.includes(block.id) && scopeAllows(scope.subjects, block.subject_id),
    )
    if (known.length < ids.length) throw new AppError('MARKING_BLOCK_NOT_FOUND')
    const changed = known.filter((block) => block.second_reader_id !== readerId)
    await updateReaderOn(
      db,
      changed.map(({ id }) => id),
      readerId,
    )
    return changed.length
  })
}
