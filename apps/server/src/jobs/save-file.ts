import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../services.ts'
import type { JobFile } from './job.ts'
import { type Held, selectUnkept, updateHeld } from './job.query.ts'

/** No file that people save is larger. */
const MOST_BYTES = 4 * 2 ** 30

/**
 * Puts a file into the object store beside a job, in the place of `last`. The job names it before it is there: where
 * the node ends in between, it goes with the job.
 *
 * @returns its hash
 * @throws AppError of `ImageStore.put`
 */
export async function storeFile(
  { db, images }: Services,
  job: Held,
  last: string | null,
  { name, mime, body }: JobFile,
): Promise<string> {
  const keep = async (hash: string, bytes: number, open: () => Readable) => {
    await updateHeld(db, job, { file_hash: hash, file_name: null })
    await images.put(open(), hash, MOST_BYTES)
    await updateHeld(db, job, { file_name: name, file_mime: mime, file_bytes: bytes })
    if (last !== null && last !== hash)
      for (const unkept of await selectUnkept(db, [last])) await images.remove(unkept)
    return hash
  }
  if (Buffer.isBuffer(body)) {
    const hash = createHash('sha256').update(body).digest('hex')
    return keep(hash, body.length, () => Readable.from([body]))
  }
  // An object has the name of its bytes: these are known at their end only.
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-file-'))
  try {
    const path = join(folder, 'body')
    const hash = createHash('sha256')
    let bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        hash.update(chunk)
        bytes += chunk.length
        next(null, chunk)
      },
    })
    await pipeline(body, counted, createWriteStream(path))
    return await keep(hash.digest('hex'), bytes, () => createReadStream(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
