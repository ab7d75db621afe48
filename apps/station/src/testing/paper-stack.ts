import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { OmrTemplate } from '@hengjuan/domain'

const SCANS = path.resolve(import.meta.dirname, '../../../../test-scans')

/** Simulated scans of one sheet design, by what they show. */
const PICTURES = {
  front: 'a4-200dpi-clean/scan-1.jpg',
  back: 'a4-200dpi-clean/scan-2.jpg',
  upsideDown: 'a4-upside-down/scan-1.jpg',
  blank: 'a4-blank-second-page/scan-2.jpg',
  foreign: 'a4-page-of-other-exam/scan-1.jpg',
  noNumber: 'a4-no-exam-number/scan-1.jpg',
  /** Another candidate's front. */
  secondFront: 'a4-tick-mark/scan-1.jpg',
  thirdFront: 'a4-half-filled/scan-1.jpg',
  fourthFront: 'a4-faint-mark/scan-1.jpg',
  /** A corner of the page is outside the picture. */
  clipped: 'a4-missing-corner/scan-1.jpg',
  /** Pages of another sheet design, of one candidate and of a second. */
  otherFront: 'drill-hb-pencil/scan-1.jpg',
  otherSecondFront: 'drill-gel-pen-sloppy/scan-1.jpg',
  otherBack: 'drill-back-in-front/scan-1.jpg',
  otherBlurred: 'drill-angled-feed-clipped-corner/scan-1.jpg',
} as const

export type Picture = keyof typeof PICTURES

export const stackTemplate = (): OmrTemplate =>
  JSON.parse(readFileSync(path.join(SCANS, 'a4-200dpi-clean/template.json'), 'utf8')) as OmrTemplate

/** The design of the pictures that are called `other`. */
export const otherTemplate = (): OmrTemplate =>
  JSON.parse(readFileSync(path.join(SCANS, 'drill-hb-pencil/template.json'), 'utf8')) as OmrTemplate

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The bytes of a scan, made unlike every other by a comment that changes no pixel. */
export function pictureBytes(picture: Picture, number: number): Buffer {
  const jpeg = readFileSync(path.join(SCANS, PICTURES[picture]))
  const note = Buffer.from(`page ${number}`)
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, note.length + 2])
  return Buffer.concat([head, note, jpeg.subarray(2)])
}

/** A folder that a scanner writes into, page by page. */
export class PaperStack {
  readonly folder: string
  /** Content hashes of everything written. */
  readonly hashes: string[] = []
  private count = 0
  private readonly sheetMs: number

  /** @param sheetMs how long a sheet takes where a simulated feeder plays the folder */
  constructor(folder: string, sheetMs = 20) {
    this.folder = folder
    this.sheetMs = sheetMs
  }

  /** Writes pages as a scanner does: under another name first. */
  async scan(...pictures: Picture[]): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    if (this.count === 0) await writeFile(path.join(this.folder, 'pace.txt'), String(this.sheetMs))
    for (const picture of pictures) {
      const number = ++this.count
      const bytes = pictureBytes(picture, number)
      this.hashes.push(sha256Of(bytes))
      const name = `scan-${number}.jpg`
      await writeFile(path.join(this.folder, `.${name}.part`), bytes)
      await rename(path.join(this.folder, `.${name}.part`), path.join(this.folder, name))
    }
  }
}
