import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { PageReading } from '@hengjuan/domain'

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

/**
 * The station's files. A picture is stored under the hash of its content and never changes; what is
 * derived from it lies in a folder of its own. Everything appears under its final name only when whole
 * and on disk.
 */
export class Spool {
  private readonly root: string
  private counter = 0

  constructor(root: string) {
    this.root = root
  }

  async prepare(): Promise<void> {
    await rm(this.at('tmp'), { recursive: true, force: true })
    for (const folder of ['tmp', 'pictures', 'pages', 'outbox'])
      await mkdir(this.at(folder), { recursive: true })
  }

  /** Copies a scanned file in. The caller checks that the file did not change meanwhile. */
  async takePicture(source: string): Promise<{ sha256: string; bytes: number }> {
    const temporary = this.temporary()
    await copyFile(source, temporary, constants.COPYFILE_FICLONE)
    const content = await readFile(temporary)
    const sha256 = createHash('sha256').update(content).digest('hex')
    await this.settle(temporary, this.picturePath(sha256))
    return { sha256, bytes: content.length }
  }

  picturePath = (sha256: string): string => this.at('pictures', sha256.slice(0, 2), sha256)
  pageFolder = (imageId: string): string => this.at('pages', imageId.slice(-2), imageId)
  thumbPath = (imageId: string): string => path.join(this.pageFolder(imageId), 'thumb.jpg')
  convertedPath = (imageId: string): string => path.join(this.pageFolder(imageId), 'page.jpg')
  containerPath = (sha256: string): string => this.at('outbox', sha256)

  /** Puts what was derived from a page in place, all files at once. */
  async putPage(
    imageId: string,
    record: PageRecord,
    files: { crops: Uint8Array; thumb: Uint8Array | null; converted: Uint8Array | null },
  ): Promise<void> {
    const temporary = this.temporary()
    await mkdir(temporary)
    await writeDurably(path.join(temporary, 'crops.bin'), files.crops)
    if (files.thumb) await writeDurably(path.join(temporary, 'thumb.jpg'), files.thumb)
    if (files.converted) await writeDurably(path.join(temporary, 'page.jpg'), files.converted)
    await writeDurably(path.join(temporary, 'page.json'), JSON.stringify(record))
    const folder = this.pageFolder(imageId)
    // A page that is read again replaces what an earlier run left.
    await rm(folder, { recursive: true, force: true })
    await this.settle(temporary, folder)
  }

  async readPage(imageId: string): Promise<PageRecord> {
    const text = await readFile(path.join(this.pageFolder(imageId), 'page.json'), 'utf8')
    return JSON.parse(text) as PageRecord
  }

  readCrops = (imageId: string): Promise<Uint8Array> =>
    readFile(path.join(this.pageFolder(imageId), 'crops.bin'))

  async putContainer(sha256: string, bytes: Uint8Array): Promise<void> {
    const temporary = this.temporary()
    await writeDurably(temporary, bytes)
    await this.settle(temporary, this.containerPath(sha256))
  }

  async dropContainer(sha256: string): Promise<void> {
    await rm(this.containerPath(sha256), { force: true })
  }

  /** Removes containers that no upload names: made just before the program ended. */
  async sweepContainers(known: ReadonlySet<string>): Promise<number> {
    const names = await readdir(this.at('outbox'))
    const orphans = names.filter((name) => !known.has(name))
    await Promise.all(orphans.map((name) => this.dropContainer(name)))
    return orphans.length
  }

  private at = (...parts: string[]): string => path.join(this.root, ...parts)
  private temporary = (): string => this.at('tmp', `${process.pid}-${++this.counter}`)

  private async settle(temporary: string, target: string): Promise<void> {
    const folder = path.dirname(target)
    await mkdir(folder, { recursive: true })
    if ((await stat(temporary)).isFile()) await syncPath(temporary)
    await rename(temporary, target)
    await syncFolder(folder)
  }
}

async function writeDurably(file: string, content: Uint8Array | string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function syncPath(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** The name must survive a power cut too. Windows keeps it without being asked, and cannot be. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
