import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { checkPicture } from '../../picture/picture-check.ts'
import { pnmHeader, pnmRowBytes } from '../../picture/pnm.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { ScanSettings } from '../../protocol/settings.ts'
import { sidesOf } from '../../protocol/sides.ts'
import { unsupported } from '../unsupported.ts'
import { Cancelled, type OpenDevice, type ScanDriver, type ScannedImage } from '../driver.ts'
import { errorOf, type FeederFault, parseFaults } from './fault-script.ts'
import { readStack, type StackSheet } from './paper-stack.ts'

const MM_PER_INCH = 25.4

/**
 * A feeder without hardware: plays the pictures of a folder. The operator is obedient: the sheet that a
 * job begins with lies on top, whatever happened before.
 *
 * Option `sheetMs`: how long a sheet takes; a number in a file `pace.txt` in the folder goes before it. A
 * file `faults.txt` holds a script such as `jam@3, crash@7`, for tests and for practice. A fault strikes unless the job begins with its sheet,
 * since that sheet has just been put right. With both double feed detectors off, a double feed is no fault:
 * a sheet is missing, as it would be.
 */
export const simulatedDriver: ScanDriver = {
  list: async ({ address }) => {
    if (address === undefined) return []
    const folder = path.resolve(address)
    if (!(await isFolder(folder))) return []
    return [
      {
        id: folder,
        name: `模拟扫描仪（${path.basename(folder)}）`,
        vendor: '',
        driver: 'simulated',
        stableKey: `simulated:${folder}`,
      },
    ]
  },

  open: async (deviceId, settings) => {
    if (!(await isFolder(deviceId))) throw new ScanError('OFFLINE', `no folder ${deviceId}`)
    const textOf = (name: string) =>
      readFile(path.join(deviceId, name), 'utf8').catch(() => undefined)
    const pace = await textOf('pace.txt')
    return new SimulatedDevice(settings, {
      stack: await readStack(deviceId, sidesOf(settings.source)),
      faults: parseFaults((await textOf('faults.txt')) ?? ''),
      sheetMs: Number(pace ?? settings.options['sheetMs'] ?? 0),
    })
  },
}

const isFolder = async (folder: string): Promise<boolean> =>
  (await stat(folder).catch(() => null))?.isDirectory() === true

class SimulatedDevice implements OpenDevice {
  readonly applied
  readonly warnings
  private readonly settings: ScanSettings
  private readonly stack: readonly StackSheet[]
  private readonly faults: Map<number, FeederFault>
  private readonly sheetMs: number
  private firstSheet = 1
  private images = 0
  private isCancelled = false
  /** Sheets of this job that went through under another one. */
  private hidden = 0

  constructor(
    settings: ScanSettings,
    {
      stack,
      faults,
      sheetMs,
    }: { stack: readonly StackSheet[]; faults: Map<number, FeederFault>; sheetMs: number },
  ) {
    this.settings = settings
    this.warnings = unsupported(settings, ['doubleFeed'])
    this.applied = { source: settings.source, dpi: settings.dpi, mode: settings.mode }
    this.stack = stack
    this.faults = faults
    this.sheetMs = sheetMs
  }

  caps = async () => ({
    sources: ['flatbed', 'feeder', 'duplex'] as ('flatbed' | 'feeder' | 'duplex')[],
    modes: ['bw', 'gray', 'color'] as ('bw' | 'gray' | 'color')[],
    dpi: null,
    maxArea: null,
    vendor: [],
  })

  status = async () => ({ feeder: 'unknown' as const })

  begin = async ({ firstSheet }: { firstSheet: number }): Promise<void> => {
    this.firstSheet = firstSheet
    this.images = 0
    this.hidden = 0
    this.isCancelled = false
  }

  next = async (onRows: (rows: number) => void): Promise<ScannedImage | null> => {
    const sides = sidesOf(this.settings.source)
    const number = this.firstSheet + Math.floor(this.images / sides)
    const isFront = this.images % sides === 0
    if (isFront) {
      const end = await this.suffer(number)
      if (end) return null
    }
    const sheet = this.stack[number - 1 + this.hidden]
    if (!sheet) return null
    await this.pass(onRows)
    this.images++
    return imageOf(isFront ? sheet.front : sheet.back, this.settings, number)
  }

  /** Both detectors were switched off: of two sheets only the upper one is seen. */
  private get isBlind(): boolean {
    const { doubleFeed } = this.settings
    return doubleFeed !== undefined && !doubleFeed.ultrasonic && !doubleFeed.length
  }

  /** The fault that the script has for a sheet; true when it is an early end. */
  private async suffer(number: number): Promise<boolean> {
    const fault = number === this.firstSheet ? undefined : this.faults.get(number)
    if (fault === undefined) return false
    if (fault === 'double-feed' && this.isBlind) {
      this.hidden++
      return false
    }
    const error = errorOf(fault)
    if (error) throw error
    if (fault === 'crash') process.kill(process.pid, 'SIGSEGV')
    if (fault === 'hang') await new Promise(() => undefined)
    return true
  }

  /** The time that paper takes, in steps that show life. */
  private async pass(onRows: (rows: number) => void): Promise<void> {
    const whole = this.sheetMs / sidesOf(this.settings.source)
    const until = performance.now() + whole
    do {
      if (this.isCancelled) throw new Cancelled()
      onRows(0)
      const rest = until - performance.now()
      await new Promise((next) => setTimeout(next, Math.max(0, Math.min(100, rest))))
    } while (performance.now() < until)
  }

  end = async (): Promise<void> => undefined

  cancel = (): void => {
    this.isCancelled = true
  }

  close = async (): Promise<void> => undefined
}

async function imageOf(
  file: string | null,
  settings: ScanSettings,
  number: number,
): Promise<ScannedImage> {
  if (file === null) return blankImage(settings, number)
  const bytes = await readFile(file)
  const facts = checkPicture(bytes)
  if (!facts) throw new ScanError('IO_ERROR', `no whole picture: ${file}`)
  if (facts.frames > 1) throw new ScanError('UNSUPPORTED', `several pages in one file: ${file}`)
  const { format, width, height } = facts
  return { format, content: [bytes], width, height, dpi: null }
}

/** The empty back of a sheet that is printed on one side; like paper, no two are the same. */
function blankImage({ area, dpi }: ScanSettings, number: number): ScannedImage {
  const width = Math.round((area.widthMm / MM_PER_INCH) * dpi)
  const height = Math.round((area.heightMm / MM_PER_INCH) * dpi)
  const pixels = Buffer.alloc(pnmRowBytes('P5', width) * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = 255 - ((at * (2 * number + 1)) % 11)
  return {
    format: 'pnm',
    content: [pnmHeader('P5', width, height, dpi), pixels],
    width,
    height,
    dpi,
  }
}
