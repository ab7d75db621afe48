import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@hengjuan/domain'

/**
 * Immutable objects named by the SHA-256 of their bytes. An upload container is one object; the
 * images inside it are spans of it, listed in table `image`.
 */
export interface ImageStore {
  /**
   * Stores a stream durably: the bytes are on disk before this resolves.
   *
   * @param expectedHash lower-case hex SHA-256 that the sender computed
   * @throws AppError SCAN_CHECKSUM_MISMATCH, PAYLOAD_TOO_LARGE, SCAN_DISK_FULL, STORAGE_FAILED; nothing is kept then
   */
  put(body: Readable, expectedHash: string, maxBytes: number): Promise<{ byteLength: number }>
  /**
   * A span of an object, the whole without one.
   *
   * @throws AppError IMAGE_NOT_FOUND; STORAGE_FAILED where the folder itself is away, with the disk that it is on
   */
  read(hash: string, span?: { offset: number; length: number }): Promise<Readable>
  readBytes(hash: string, span?: { offset: number; length: number }): Promise<Buffer>
  has(hash: string): Promise<boolean>
  /** Takes away an object that nothing names any more, where it is there. */
  remove(hash: string): Promise<void>
  /** The folder on this computer that objects lie in; null where they lie elsewhere. */
  readonly folder: string | null
  /** Where objects lie, for people: no path, no address, no key. */
  readonly place: { kind: 'folder' | 'bucket'; name: string }
}

const HASH = /^[0-9a-f]{64}$/

/** Objects as files `ab/abcdef…` under a folder; unfinished ones in `tmp/`, swept at the start. */
export async function folderStore(folder: string): Promise<ImageStore> {
  const tmp = join(folder, 'tmp')
  await mkdir(tmp, { recursive: true })
  await Promise.all((await readdir(tmp)).map((name) => rm(join(tmp, name), { force: true })))

  const pathOf = (hash: string): string => {
    if (!HASH.test(hash)) throw new AppError('IMAGE_NOT_FOUND')
    return join(folder, hash.slice(0, 2), hash)
  }
  const exists = async (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    )

  const store: ImageStore = {
    async put(body, expectedHash, maxBytes) {
      const target = pathOf(expectedHash)
      const part = join(tmp, randomBytes(12).toString('hex'))
      const file = await open(part, 'wx').catch(async (error: unknown) => {
        throw (await exists(tmp)) ? error : new AppError('STORAGE_FAILED').withCause(error)
      })
      try {
        const hash = createHash('sha256')
        let byteLength = 0
        for await (const chunk of body as AsyncIterable<Buffer>) {
          byteLength += chunk.length
          if (byteLength > maxBytes)
            throw new AppError('PAYLOAD_TOO_LARGE', {
              limit: `${Math.floor(maxBytes / 2 ** 20)} MB`,
            })
          hash.update(chunk)
          await file.write(chunk)
        }
        if (hash.digest('hex') !== expectedHash) throw new AppError('SCAN_CHECKSUM_MISMATCH')
        if (!(await exists(target))) {
          await file.datasync()
          await mkdir(dirname(target), { recursive: true })
          await rename(part, target)
          await syncFolder(dirname(target))
        }
        return { byteLength }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
          throw new AppError('SCAN_DISK_FULL').withCause(error)
        throw error
      } finally {
        await file.close()
        await rm(part, { force: true })
      }
    },

    async read(hash, span) {
      const path = pathOf(hash)
      if (!(await exists(path)))
        throw new AppError((await exists(folder)) ? 'IMAGE_NOT_FOUND' : 'STORAGE_FAILED')
      return createReadStream(
        path,
        span ? { start: span.offset, end: span.offset + span.length - 1 } : {},
      )
    },

    async readBytes(hash, span) {
      const chunks: Buffer[] = []
      for await (const chunk of await store.read(hash, span)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },

    has: (hash) => exists(pathOf(hash)),
    remove: (hash) => rm(pathOf(hash), { force: true }),
    folder,
    place: { kind: 'folder', name: basename(folder) },
  }
  return store
}

/** A rename survives a power cut only when its folder is on disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().catch(() => undefined)
  await folder.close()
}
