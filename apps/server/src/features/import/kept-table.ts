import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Db } from '@hengjuan/db'
import type { ReadTable } from '@hengjuan/domain'
import type { Services } from '../../services.ts'

const MOST_BYTES = 128 * 2 ** 20

/** Keeps a table as it was read, so that a file is taken apart once, aside. @returns name of the object */
export async function keepTable({ images }: Services, table: ReadTable): Promise<string> {
  const bytes = await promisify(gzip)(JSON.stringify(table))
  const hash = createHash('sha256').update(bytes).digest('hex')
  await images.put(Readable.from([bytes]), hash, MOST_BYTES)
  return hash
}

export async function keptTable({ images }: Services, hash: string): Promise<ReadTable> {
  const bytes = await promisify(gunzip)(await images.readBytes(hash))
  return JSON.parse(bytes.toString()) as ReadTable
}

/** Takes tables away that no batch names any more: the same file may have come twice. */
export async function forgetTables(
  { images }: Services,
  db: Db,
  hashes: readonly string[],
): Promise<void> {
  for (const hash of new Set(hashes)) {
    const other = await db
      .selectFrom('import_batch')
      .where('table_hash', '=', hash)
      .select('id')
      .executeTakeFirst()
    if (!other) await images.remove(hash)
  }
}
