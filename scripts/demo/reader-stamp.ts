import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import bwip from 'bwip-js/node'

/** What a simulated answer says of itself: whose it is, and to which block and question. */
export interface Stamp {
  examNo: string
  subjectId: number
  blockKey: string
}

/**
 * The dark cells of a QR code that names an answer. The simulated candidate "writes" it into the answer
 * area; the simulated marker reads it off the crop. A crop of another candidate or another block is
 * noticed at once.
 */
export function stampCells(stamp: Stamp): boolean[][] {
  const options = { bcid: 'qrcode', text: textOf(stamp), eclevel: 'L' }
  const [raw] = bwip.raw(options) as unknown as {
    pixs: number[]
    pixx: number
    pixy: number
  }[]
  if (!raw) throw new Error('no QR code was made')
  return Array.from({ length: raw.pixy }, (_row, row) =>
    Array.from({ length: raw.pixx }, (_cell, column) => raw.pixs[row * raw.pixx + column] === 1),
  )
}

const textOf = ({ examNo, subjectId, blockKey }: Stamp): string =>
  `${examNo}:${subjectId}:${blockKey}`

let prepared = false

/** Reads the stamp off a crop; null where none can be read. */
export async function readStamp(image: Uint8Array): Promise<Stamp | null> {
  if (!prepared) {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    const binary = await readFile(wasm)
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(binary).buffer } })
    prepared = true
  }
  const [found] = await readBarcodes(image, { formats: ['QRCode'], tryHarder: true })
  const [, examNo, subjectId, blockKey] = /^(\d+):(\d+):(.+)$/.exec(found?.text ?? '') ?? []
  return examNo === undefined || subjectId === undefined || blockKey === undefined
    ? null
    : { examNo, subjectId: Number(subjectId), blockKey }
}
