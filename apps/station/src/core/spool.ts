import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PageReading } from '@hengjuan/domain'
import { isSealed, type Seal } from './secrets/seal.ts'
import { syncFolder, writeDurably } from './write-file.ts'

/** What the engine found on a page and what the upload needs of it; the crops lie in a file beside it. */
export interface PageRecord {
  reading: PageReading
  /** The picture that is uploaded: the scanner's own, or a JPEG made of a TIFF. */
  picture: { mime: 'image/jpeg' | 'image/png' | 'image/webp'; isConverted: boolean }
  crops: {
    region_id: string
    block_key: string | null
    part: number
    ink_ratio: number
    width_px: number
    height_px: number
    offset: number
    length: number
  }[]
}

const PAGE_FILES = ['crops.bin', 'thumb.jpg', 'page.jpg', 'page.json'] as const
type PageFile = (typeof PAGE_FILES)[number]

/**
 * The station's files, all of them sealed. A picture is stored under the hash of its content and never
 * changes; what is derived from it lies in a folder of its own. Everything appears under its final name
 * only when whole and on disk, and a write that fails leaves nothing behind.
 */
export class Spool {
  private readonly root: string
  private readonly seal: Seal
  private counter = 0

  constructor(root: string, seal: Seal) {
    this.root = root
    this.seal = seal
  }

  async prepare(): Promise<void> {
    await rm(this.at('tmp'), { recursive: true, force: true })
    for (const folder of ['tmp', 'pictures', 'pages', 'outbox'])
      await mkdir(this.at(folder), { recursive: true, mode: 0o700 })
  }

  /** Takes a scanned file in. The caller checks that the file did not change meanwhile. */
  takePicture = async (source: string): Promise<{ sha256: string; bytes: number }> =>
    this.takeBytes(await readFile(source))

  async takeBytes(content: Uint8Array): Promise<{ sha256: string; bytes: number }> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    await this.put(this.pictureFile(sha256), pictureName(sha256), content)
    return { sha256, bytes: content.length }
  }

  readPicture = (sha256: string): Promise<Buffer> =>
    this.get(this.pictureFile(sha256), pictureName(sha256))

  async dropPicture(sha256: string): Promise<void> {
    await rm(this.pictureFile(sha256), { force: true })
  }

  /** Puts what was derived from a page in place, all files at once. */
  async putPage(
    imageId: string,
    record: PageRecord,
    files: { crops: Uint8Array; thumb: Uint8Array | null; converted: Uint8Array | null },
  ): Promise<void> {
    const contents: Record<PageFile, Uint8Array | string | null> = {
      'crops.bin': files.crops,
      'thumb.jpg': files.thumb,
      'page.jpg': files.converted,
      'page.json': JSON.stringify(record),
    }
    await this.viaTemporary(async (temporary) => {
      await mkdir(temporary, { mode: 0o700 })
      for (const name of PAGE_FILES) {
        const content = contents[name]
        if (content === null) continue
        const sealed = this.seal.close(pageName(imageId, name), content)
        await writeDurably(path.join(temporary, name), sealed)
      }
      const folder = this.pageFolder(imageId)
      // A page that is read again replaces what an earlier run left.
      await rm(folder, { recursive: true, force: true })
      return folder
    })
  }

  async readPage(imageId: string): Promise<PageRecord> {
    const text = await this.getPageFile(imageId, 'page.json')
    return JSON.parse(text.toString('utf8')) as PageRecord
  }

  readCrops = (imageId: string): Promise<Uint8Array> => this.getPageFile(imageId, 'crops.bin')

  /** Small and upright. */
  readThumb = (imageId: string): Promise<Buffer> => this.getPageFile(imageId, 'thumb.jpg')

  /** The JPEG that was made of a picture which browsers cannot show. */
  readConverted = (imageId: string): Promise<Buffer> => this.getPageFile(imageId, 'page.jpg')

  async dropPage(imageId: string): Promise<void> {
    await rm(this.pageFolder(imageId), { recursive: true, force: true })
  }

  putContainer = (sha256: string, bytes: Uint8Array): Promise<void> =>
    this.put(this.containerFile(sha256), containerName(sha256), bytes)

  readContainer = (sha256: string): Promise<Buffer> =>
    this.get(this.containerFile(sha256), containerName(sha256))

  async dropContainer(sha256: string): Promise<void> {
    await rm(this.containerFile(sha256), { force: true })
  }

  /** Removes containers that no upload names: made just before the program ended. */
  async sweepContainers(known: ReadonlySet<string>): Promise<number> {
    const names = await readdir(this.at('outbox'))
    const orphans = names.filter((name) => !known.has(name))
    await Promise.all(orphans.map((name) => this.dropContainer(name)))
    return orphans.length
  }

  /**
   * Seals what an earlier version left open. May end at any point and be called again: a file is
   * replaced whole, and sealed ones are left alone.
   *
   * @returns number of files that were sealed now
   */
  async sealOpenFiles(): Promise<number> {
    let count = 0
    for await (const { file, name } of this.allFiles()) {
      const content = await readFile(file)
      if (isSealed(content)) continue
      await this.put(file, name, content)
      count++
    }
    return count
  }

  private async *allFiles(): AsyncGenerator<{ file: string; name: string }> {
    for (const part of await readdir(this.at('pictures')))
      for (const sha256 of await readdir(this.at('pictures', part)))
        yield { file: this.pictureFile(sha256), name: pictureName(sha256) }
    for (const part of await readdir(this.at('pages')))
      for (const imageId of await readdir(this.at('pages', part)))
        for (const name of await readdir(this.pageFolder(imageId)))
          yield {
            file: path.join(this.pageFolder(imageId), name),
            name: pageName(imageId, name as PageFile),
          }
    for (const sha256 of await readdir(this.at('outbox')))
      yield { file: this.containerFile(sha256), name: containerName(sha256) }
  }

  private at = (...parts: string[]): string => path.join(this.root, ...parts)
  private pictureFile = (sha256: string): string => this.at('pictures', sha256.slice(0, 2), sha256)
  private pageFolder = (imageId: string): string => this.at('pages', imageId.slice(-2), imageId)
  private containerFile = (sha256: string): string => this.at('outbox', sha256)

  private put = (file: string, name: string, content: Uint8Array): Promise<void> =>
    this.viaTemporary(async (temporary) => {
      await writeDurably(temporary, this.seal.close(name, content))
      return file
    })

  private get = async (file: string, name: string): Promise<Buffer> =>
    this.seal.open(name, await readFile(file))

  private getPageFile = (imageId: string, name: PageFile): Promise<Buffer> =>
    this.get(path.join(this.pageFolder(imageId), name), pageName(imageId, name))

  /** Lets `write` make a file or folder under a temporary name, then moves it where `write` says. */
  private async viaTemporary(write: (temporary: string) => Promise<string>): Promise<void> {
    const temporary = this.at('tmp', `${process.pid}-${++this.counter}`)
    try {
      const target = await write(temporary)
      const folder = path.dirname(target)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(temporary, target)
      await syncFolder(folder)
    } catch (error) {
      // On a full disk the half that was written would stand in the way of everything after it.
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined)
      throw error
    }
  }
}

const pictureName = (sha256: string): string => `picture ${sha256}`
const containerName = (sha256: string): string => `container ${sha256}`
const pageName = (imageId: string, file: PageFile): string => `page ${imageId} ${file}`
