import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { checkPicture } from '../../picture/picture-check.ts'
import { compareNames, isPictureName } from '../../picture/natural-order.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { ScanSettings } from '../../protocol/settings.ts'
import { sidesOf } from '../../protocol/sides.ts'
import { unsupported } from '../unsupported.ts'
import { Cancelled, type OpenDevice, type ScanDriver, type ScannedImage } from '../driver.ts'

const POLL_MS = 200
/** A file must lie unchanged for this long; network drives announce a size before the content is there. */
const STABLE_MS = 1000
/** A file that does not become a whole picture for this long is a fault, not a slow writer. */
const PATIENCE_MS = 30_000

/**
 * A folder that other scanning software writes into: every finished picture is one image. It is removed
 * when the sheet that it belongs to is kept, so that what a job leaves unfinished is still there. It has no end of its own; a job runs until it is cancelled, or until nothing came for `idleMs`.
 *
 * Options: `idleMs` (0: never), `stableMs`, `patienceMs`.
 */
export const folderDriver: ScanDriver = {
  list: async ({ address }) => {
    if (address === undefined) return []
    const folder = path.resolve(address)
    if (!(await stat(folder).catch(() => null))?.isDirectory()) return []
    return [
      {
        id: folder,
        name: `文件夹（${path.basename(folder)}）`,
        vendor: '',
        driver: 'folder',
        stableKey: `folder:${folder}`,
      },
    ]
  },

  open: async (deviceId, settings) => {
    if (!(await stat(deviceId).catch(() => null))?.isDirectory())
      throw new ScanError('OFFLINE', `no folder ${deviceId}`)
    return new FolderDevice(deviceId, settings)
  },
}

interface Sight {
  size: number
  mtimeMs: number
  since: number
  firstSeen: number
}

class FolderDevice implements OpenDevice {
  readonly applied
  readonly warnings
  private readonly folder: string
  private readonly stableMs: number
  private readonly idleMs: number
  private readonly patienceMs: number
  private readonly sights = new Map<string, Sight>()
  /** Delivered in this job, by sheet. */
  private given: { sheet: number; name: string; mtimeMs: number }[] = []
  private firstSheet = 1
  private images = 0
  private isCancelled = false

  constructor(folder: string, settings: ScanSettings) {
    const { source, dpi, mode, options } = settings
    this.folder = folder
    this.warnings = unsupported(settings)
    this.applied = { source, dpi, mode }
    this.stableMs = Number(options['stableMs'] ?? STABLE_MS)
    this.idleMs = Number(options['idleMs'] ?? 0)
    this.patienceMs = Number(options['patienceMs'] ?? PATIENCE_MS)
  }

  caps = async () => ({ sources: [], modes: [], dpi: null, maxArea: null, vendor: [] })

  status = async () => ({
    feeder: (await this.names()).length > 0 ? ('loaded' as const) : ('empty' as const),
  })

  begin = async ({ firstSheet }: { firstSheet: number }): Promise<void> => {
    this.isCancelled = false
    this.firstSheet = firstSheet
    this.given = []
    this.images = 0
    this.sights.clear()
  }

  next = async (onRows: (rows: number) => void): Promise<ScannedImage | null> => {
    const since = performance.now()
    for (;;) {
      if (this.isCancelled) throw new Cancelled()
      // Waiting for somebody else's scanner is no hang.
      onRows(0)
      const image = await this.look()
      if (image) return image
      const isIdle = this.sights.size === 0 && performance.now() - since >= this.idleMs
      if (this.idleMs > 0 && isIdle) return null
      await new Promise((next) => setTimeout(next, Math.min(POLL_MS, this.stableMs)))
    }
  }

  /** The first picture in the order of the names, when it is finished; those behind it wait. */
  private async look(): Promise<ScannedImage | null> {
    const [name] = await this.names()
    if (name === undefined) {
      this.sights.clear()
      return null
    }
    const file = path.join(this.folder, name)
    const found = await stat(file).catch(() => null)
    if (!found) return null
    const now = performance.now()
    const before = this.sights.get(name)
    if (!before || before.size !== found.size || before.mtimeMs !== found.mtimeMs) {
      const { size, mtimeMs } = found
      this.sights.set(name, { size, mtimeMs, since: now, firstSeen: before?.firstSeen ?? now })
      return null
    }
    if (now - before.since < this.stableMs) return null
    const bytes = await readFile(file)
    const facts = checkPicture(bytes)
    if (facts && facts.frames > 1)
      throw new ScanError('UNSUPPORTED', `several pages in one file: ${name}`, {
        sheetState: 'not-fed',
      })
    if (!facts) {
      if (now - before.firstSeen < this.patienceMs) return null
      throw new ScanError('IO_ERROR', `no whole picture: ${name}`, { sheetState: 'not-fed' })
    }
    this.sights.delete(name)
    const sheet = this.firstSheet + Math.floor(this.images / sidesOf(this.applied.source))
    this.images++
    this.given.push({ sheet, name, mtimeMs: found.mtimeMs })
    const { format, width, height } = facts
    return { format, content: [bytes], width, height, dpi: null }
  }

  /** A picture that cannot be removed comes again, and is found to be a copy. */
  kept = async (sheet: number): Promise<void> => {
    const done = this.given.filter((each) => each.sheet <= sheet)
    for (const { name, mtimeMs } of done) {
      const file = path.join(this.folder, name)
      const found = await stat(file).catch(() => null)
      // Written again meanwhile: that is another page.
      if (found?.mtimeMs === mtimeMs) await rm(file, { force: true })
    }
    this.given = this.given.filter((each) => each.sheet > sheet)
  }

  private async names(): Promise<string[]> {
    const entries = await readdir(this.folder, { withFileTypes: true }).catch((error: unknown) => {
      throw new ScanError('OFFLINE', `cannot read ${this.folder}`, { cause: error })
    })
    return entries
      .filter((entry) => entry.isFile() && isPictureName(entry.name))
      .map(({ name }) => name)
      .filter((name) => !this.given.some((each) => each.name === name))
      .toSorted(compareNames)
  }

  end = async (): Promise<void> => undefined

  cancel = (): void => {
    this.isCancelled = true
  }

  close = async (): Promise<void> => undefined
}
