import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import type { BlockRow } from '../../marking-core/index.ts'
import { subjectNameIn } from '../../../subject-name.ts'

export type ReaderRow = Selectable<Tables['second_reader']>

export const findReaderOfToken = (db: Db, tokenHash: string): Promise<ReaderRow | undefined> =>
  db
    .selectFrom('second_reader')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

/** The latest registered first. */
export const selectReaders = (db: Db, schoolId: number) =>
  db
    .selectFrom('second_reader')
    .innerJoin('user', 'user.id', 'second_reader.registered_by')
    .where('second_reader.school_id', '=', schoolId)
    .selectAll('second_reader')
    .select('user.name as registered_name')
    .orderBy('second_reader.id', 'desc')
    .execute()

export const findReader = (
  db: Db,
  schoolId: number,
  readerId: number,
): Promise<ReaderRow | undefined> =>
  db
    .selectFrom('second_reader')
    .selectAll()
    .where('school_id', '=', schoolId)
    .where('id', '=', readerId)
    .executeTakeFirst()

/** Who reads a block beside its markers; null where nobody does, or the token was taken away. */
export async function findReaderOn(
  db: Db,
  { second_reader_id: readerId }: Pick<BlockRow, 'second_reader_id'>,
): Promise<ReaderRow | null> {
  if (readerId === null) return null
  const row = await db
    .selectFrom('second_reader')
    .selectAll()
    .where('id', '=', readerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Blocks of an exam, in printed order. */
export const selectExamBlocks = (db: Db, examId: number) =>
  db
    .selectFrom('block')
    .innerJoin('subject', 'subject.id', 'block.subject_id')
    .where('block.exam_id', '=', examId)
    .select(['block.id', 'block.subject_id', 'block.name', 'block.second_reader_id'])
    .select(subjectNameIn('block.exam_id').as('subject_name'))
    .orderBy('block.subject_id')
    .orderBy('block.sort')
    .execute()

export async function updateReaderOn(
  db: Db,
  blockIds: readonly number[],
  readerId: number | null,
): Promise<void> {
  await db
    .updateTable('block')
    .set({ second_reader_id: readerId })
    .where(isOneOf(db, 'id', blockIds))
    .execute()
}

/** Blocks that a reader may read now, of exams that are not put away. */
export const selectBlocksOfReader = (db: Db, readerId: number) =>
  db
    .selectFrom('block')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .innerJoin('subject', 'subject.id', 'block.subject_id')
    .where('block.second_reader_id', '=', readerId)
    .where('exam.deleted_at', 'is', null)
    .select(['block.id', subjectNameIn('block.exam_id').as('subject_name')])
    .orderBy('block.id')
    .execute()
