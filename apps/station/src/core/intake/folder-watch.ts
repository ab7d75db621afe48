import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { compareNames } from '../sheets/natural-order.ts'

export const isPictureName = (name: string): boolean =>
  /\.(jpe?g|png|tiff?|webp)$/i.test(name) && !/^[.~]/.test(name)

/** A picture, or pages of pictures. */
const isScanName = (name: string): boolean =>
  isPictureName(name) || (/\.pdf$/i.test(name) && !/^[.~]/.test(name))

/** Looks like something that was scanned, in a form that is not taken. */
const isOtherScan = (name: string): boolean =>
  /\.(bmp|gif|hei[cf]|jp2|djvu|ofd)$/i.test(name) && !/^[.~]/.test(name)

export interface FileMark {
  size: number
  mtimeMs: number
}

export interface FoundFile extends FileMark {
  name: string
  file: string
}

interface Sight extends FileMark {
  since: number
}

/**
 * Finds finished pictures and PDF files in a folder by looking at it again and again, which also works on network
 * drives where change notices do not arrive.
 */
export class FolderWatch {
  private readonly folder: string
  private readonly stableMs: number
  private readonly sights = new Map<string, Sight>()
  /** Files seen at the last look that are not finished, or wait for one before them. */
  unsettled = 0
  /** Scans seen at the last look that are in no form that is taken, such as BMP. */
  others: readonly string[] = []

  constructor(folder: string, stableMs: number) {
    this.folder = folder
    this.stableMs = stableMs
  }

  /**
   * Files that are new or changed and have kept their size and time for `stableMs`, in the order of
   * their names. Files after one that is still being written wait for it, so that pages are not taken
   * out of order.
   *
   * @param taken what is known of each name
   * @throws when the folder cannot be read
   */
  async look(taken: ReadonlyMap<string, FileMark>): Promise<FoundFile[]> {
    const all = await readdir(this.folder)
    const names = all.filter(isScanName).toSorted(compareNames)
    this.others = all.filter(isOtherScan).toSorted(compareNames)
    const now = performance.now()
    const ready: FoundFile[] = []
    let isBlocked = false
    this.unsettled = 0
    for (const name of names) {
      const file = path.join(this.folder, name)
      const mark = await markOf(file)
      if (!mark || isSame(taken.get(name), mark)) continue
      const sight = this.sights.get(name)
      if (!sight || !isSame(sight, mark)) {
        this.sights.set(name, { ...mark, since: now })
        isBlocked = true
        this.unsettled++
      } else if (isBlocked || now - sight.since < this.stableMs) {
        isBlocked = true
        this.unsettled++
      } else {
        ready.push({ name, file, ...mark })
      }
    }
    return ready
  }

  forget(name: string): void {
    this.sights.delete(name)
  }
}

/** Null for what is no file or has gone again. */
export async function markOf(file: string): Promise<FileMark | null> {
  try {
    const found = await stat(file)
    return found.isFile() ? { size: found.size, mtimeMs: Math.trunc(found.mtimeMs) } : null
  } catch {
    return null
  }
}

export const isSame = (a: FileMark | undefined, b: FileMark): boolean =>
  a !== undefined && a.size === b.size && a.mtimeMs === b.mtimeMs
