import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Scanner, type ScannerOptions } from '../supervisor/scanner.ts'
import { bridgeLaunch } from '../supervisor/bridge-process.ts'
import type { DeliveredPage, ScanOutcome } from '../supervisor/scan-run.ts'
import type { DriverName, ScanSettings } from '../protocol/settings.ts'

const SETTINGS: ScanSettings = {
  source: 'feeder',
  dpi: 200,
  mode: 'gray',
  area: { widthMm: 214, heightMm: 301 },
  options: {},
}

/** A scanner in its own process, and everything that it delivered. */
export class ScanCollector {
  readonly scanner: Scanner
  readonly pages: DeliveredPage[] = []
  private readonly root: string
  private jobs = 0

  constructor(
    root: string,
    device: { driver: DriverName; id: string },
    settings: Partial<ScanSettings> = {},
    options: Partial<ScannerOptions> = {},
  ) {
    this.root = root
    this.scanner = new Scanner({ launch: bridgeLaunch(), ...options }, device, {
      ...SETTINGS,
      ...settings,
    })
  }

  async scan(
    firstSheet = 1,
    more: {
      limitSheets?: number
      ahead?: number
      onSheet?: (number: number) => Promise<void>
    } = {},
  ): Promise<ScanOutcome & { left: string[] }> {
    const dir = path.join(this.root, `job-${++this.jobs}`)
    const outcome = await this.scanner.scan({
      job: `job-${this.jobs}`,
      dir,
      firstSheet,
      ahead: more.ahead ?? 2,
      limitSheets: more.limitSheets,
      onSheet: async (sheet) => {
        await more.onSheet?.(sheet.number)
        this.pages.push(...sheet.pages)
      },
    })
    return { ...outcome, left: await readdir(dir).catch(() => []) }
  }

  get keys(): string[] {
    return this.pages.map(({ sheet, side }) => `${sheet}-${side}`)
  }
}

/** A folder for one test, and its removal. */
export async function temporaryFolder(): Promise<{ root: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'scanner-bridge-'))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
