import { ScanError } from '../../protocol/scan-error.ts'
import { getFixed, LAYOUTS } from './layouts.ts'
import type { TwainSession } from './session.ts'
import { DAT, DG, MSG, RC } from './triplets.ts'

/** More pixels a side than any scanner has. */
const MOST_PIXELS = 100_000
/** What `TWEI_PAGESIDE` asks for, and its answers. */
const PAGE_SIDE = 0x1245
const SIDES: Record<number, 'front' | 'back'> = { 1: 'front', 2: 'back' }

/** What a source says about the image that it gives. */
export interface ImageInfo {
  width: number
  /** Null: nobody knows before the end. */
  height: number | null
  bitsPerPixel: number
  /** 0 black and white, 1 grey, 2 red-green-blue. */
  pixelType: number
  dpi: number | null
}

/** @throws ScanError, also when what the source says cannot be */
export function imageInfo(session: TwainSession): ImageInfo {
  const at = LAYOUTS.ImageInfo
  const info = Buffer.alloc(at.size)
  session.need('DAT_IMAGEINFO', [DG.image, DAT.imageInfo, MSG.get], info)
  const width = info.readInt32LE(at.ImageWidth)
  const height = info.readInt32LE(at.ImageLength)
  if (width < 1 || width > MOST_PIXELS || height > MOST_PIXELS)
    throw new ScanError('IO_ERROR', `an image of ${width} by ${height} pixels`)
  if (info.readUInt16LE(at.Planar) !== 0)
    throw new ScanError('UNSUPPORTED', 'colours come one after the other')
  if (info.readUInt16LE(at.Compression) !== 0)
    throw new ScanError('UNSUPPORTED', 'the image is compressed')
  const dpi = Math.round(getFixed(info, at.XResolution))
  return {
    width,
    height: height < 1 ? null : height,
    bitsPerPixel: info.readInt16LE(at.BitsPerPixel),
    pixelType: info.readInt16LE(at.PixelType),
    dpi: dpi > 0 ? dpi : null,
  }
}

/** Which side of the sheet the image under way shows; null when the source does not say. */
export function sideOfImage(session: TwainSession): 'front' | 'back' | null {
  const at = LAYOUTS.ExtImageInfo
  const info = Buffer.alloc(at.size)
  info.writeUInt32LE(1, at.NumInfos)
  info.writeUInt16LE(PAGE_SIDE, at['Info[0].InfoID'])
  if (session.call(DG.image, DAT.extImageInfo, MSG.get, info) !== RC.success) return null
  if (info.readUInt16LE(at['Info[0].ReturnCode']) !== RC.success) return null
  if (info.readUInt16LE(at['Info[0].NumItems']) !== 1) return null
  return SIDES[info.readUInt16LE(at['Info[0].Item'])] ?? null
}
