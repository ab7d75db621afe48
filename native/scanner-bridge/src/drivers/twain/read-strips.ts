import koffi from 'koffi'
import { ScanError } from '../../protocol/scan-error.ts'
import { Cancelled } from '../driver.ts'
import { imageInfo, type ImageInfo } from './image-info.ts'
import { LAYOUTS, putPointer } from './layouts.ts'
import { type Pointer, readMemory } from './native-memory.ts'
import type { RawPicture } from './raw-picture.ts'
import { takeTurns, type TwainSession } from './session.ts'
import { DAT, DG, MSG, RC } from './triplets.ts'

/** "I do not say", in fields of the source. */
const ANY_16 = 0xffff
const ANY_32 = 0xffffffff
/** The memory is a pointer, and ours. */
const OURS = 0x1 | 0x8
/** Of a strip: small enough to look for a cancel often, large enough not to matter. */
const STRIP_BYTES = { least: 16_384, most: 4_194_304 }

export interface TransferWatch {
  isCancelled: () => boolean
  onRows: (rows: number) => void
}

/**
 * Fetches the image that is ready strip by strip, and lets the process breathe between strips.
 *
 * @throws ScanError SHORT_PAGE when fewer rows came than were announced, or what the source says; `Cancelled`
 */
export async function readStrips(
  session: TwainSession,
  info: ImageInfo,
  watch: TransferWatch,
): Promise<RawPicture> {
  const { width } = info
  const strips: Buffer[] = []
  const room = stripRoom(session)
  const memory = koffi.alloc('uint8', room) as Pointer
  let rowBytes = 0
  let rows = 0
  try {
    for (;;) {
      const { rc, strip } = nextStrip(session, memory, room)
      if (rc !== RC.success && rc !== RC.xferDone) throw failure(session, rc, rows)
      const at = LAYOUTS.ImageMemXfer
      const stripRowBytes = strip.readUInt32LE(at.BytesPerRow)
      const stripRows = strip.readUInt32LE(at.Rows)
      if (strip.readUInt32LE(at.Columns) !== width || strip.readUInt32LE(at.XOffset) !== 0)
        throw new ScanError('UNSUPPORTED', 'the image comes in tiles')
      rowBytes = rowBytes || stripRowBytes
      if (stripRowBytes !== rowBytes || rowBytes * 8 < width * info.bitsPerPixel)
        throw new ScanError('IO_ERROR', `rows of ${stripRowBytes} bytes`)
      if (rowBytes * stripRows > room) throw new ScanError('IO_ERROR', 'a strip beyond its room')
      strips.push(readMemory(memory, 0, rowBytes * stripRows))
      rows += stripRows
      watch.onRows(rows)
      if (rc === RC.xferDone) break
      if (info.height !== null && rows > info.height)
        throw new ScanError('IO_ERROR', 'more rows than announced')
      await takeTurns()
      session.pump()
      if (watch.isCancelled()) throw new Cancelled()
    }
  } finally {
    koffi.free(memory)
  }
  checkRows(session, info, rows)
  return {
    width,
    height: rows,
    bitsPerPixel: info.bitsPerPixel,
    rowBytes,
    pixels: Buffer.concat(strips),
    isInverted: null,
  }
}

/**
 * A short page ends like a whole one. A source that finds the length of the paper by itself may say or correct
 * it up to the end of the transfer.
 */
export function checkRows(session: TwainSession, info: ImageInfo, rows: number): void {
  if (rows > 0 && rows === info.height) return
  const corrected = rows > 0 ? imageInfo(session).height : info.height
  if (rows > 0 && (corrected === null || corrected === rows)) return
  throw new ScanError('SHORT_PAGE', `${rows} rows of ${corrected ?? 'some'}`, {
    sheetState: 'in-path',
  })
}

function stripRoom(session: TwainSession): number {
  const at = LAYOUTS.SetupMemXfer
  const setup = Buffer.alloc(at.size)
  session.need('DAT_SETUPMEMXFER', [DG.control, DAT.setupMemXfer, MSG.get], setup)
  const [least, most, preferred] = [at.MinBufSize, at.MaxBufSize, at.Preferred].map((offset) =>
    setup.readUInt32LE(offset),
  ) as [number, number, number]
  const wanted = preferred === ANY_32 ? STRIP_BYTES.most : preferred
  const room = Math.max(STRIP_BYTES.least, Math.min(wanted, STRIP_BYTES.most))
  return Math.max(least, Math.min(room, most))
}

function nextStrip(session: TwainSession, memory: Pointer, room: number) {
  const at = LAYOUTS.ImageMemXfer
  const strip = Buffer.alloc(at.size)
  strip.writeUInt16LE(ANY_16, at.Compression)
  for (const field of [
    at.BytesPerRow,
    at.Columns,
    at.Rows,
    at.XOffset,
    at.YOffset,
    at.BytesWritten,
  ])
    strip.writeUInt32LE(ANY_32, field)
  strip.writeUInt32LE(OURS, at['Memory.Flags'])
  strip.writeUInt32LE(room, at['Memory.Length'])
  putPointer(strip, at['Memory.TheMem'], memory)
  const rc = session.call(DG.image, DAT.imageMemXfer, MSG.get, strip)
  // A transfer whose first strip fails has not begun.
  if (rc === RC.success || rc === RC.xferDone) session.begun()
  return { rc, strip }
}

/** Why a transfer did not go on. */
export function failure(session: TwainSession, rc: number, rows: number): ScanError {
  if (rc === RC.cancel)
    return new ScanError('IO_ERROR', 'the source gave the image up', { sheetState: 'in-path' })
  const error = session.errorOf('transfer', rc)
  // "No paper" in the middle of a page is not the end of the stack.
  if (error.code !== 'NO_DOCS' || rows === 0) return error
  return new ScanError('SHORT_PAGE', error.message, {
    sheetState: 'in-path',
    vendor: error.vendor,
  })
}
