import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Scans of the check page; `scripts/check-sheet.ts` makes them. */
const SCANS = path.resolve(import.meta.dirname, 'check-sheet')

/** Check pages as a simulated scanner feeds them, both sides of each sheet. */
export class CheckStack {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async fill(sheets: number): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    for (let sheet = 1; sheet <= sheets; sheet++)
      for (const page of [1, 2])
        await copyFile(
          path.join(SCANS, `page-${page}.jpg`),
          path.join(this.folder, `${sheet}-${page}.jpg`),
        )
  }

  /** What goes wrong from the next connection on, such as `double-feed@2`. */
  faults = (script: string): Promise<void> =>
    writeFile(path.join(this.folder, 'faults.txt'), script)
}
