import sharp from 'sharp'
import type { StationPicture } from './station.ts'

/** A part of a picture, and how it is turned before it is shown. */
interface Piece {
  /** Whole pixels of the picture; null for all of it. */
  box: { left: number; top: number; width: number; height: number } | null
  /** Clockwise. */
  rotate: 0 | 90 | 180 | 270
}

const TURNS = [0, 90, 180, 270] as const
/** Lines of bubbles are looked at closely. */
const QUALITY = 85

/** What an address asks for: `box=x,y,width,height`, `rotate=90`; null for the picture as it is. */
export function pieceOf(query: URLSearchParams): Piece | null {
  const rotate = TURNS.find((turn) => String(turn) === query.get('rotate')) ?? 0
  const [left, top, width, height] = (query.get('box') ?? '').split(',').map(Number)
  const isBox = [left, top, width, height].every((value) => Number.isSafeInteger(value))
  const box =
    isBox && (width ?? 0) > 0 && (height ?? 0) > 0
      ? { left: left ?? 0, top: top ?? 0, width: width ?? 0, height: height ?? 0 }
      : null
  return box === null && rotate === 0 ? null : { box, rotate }
}

/** Cuts and turns a picture; null when the piece does not lie in it. */
export async function cutPicture(
  { bytes }: StationPicture,
  { box, rotate }: Piece,
): Promise<StationPicture | null> {
  const picture = sharp(bytes, { limitInputPixels: false })
  const { width, height } = await picture.metadata()
  if (box && (box.left + box.width > width || box.top + box.height > height)) return null
  if (box) picture.extract(box)
  const jpeg = picture.rotate(rotate).jpeg({ quality: QUALITY })
  return { bytes: await jpeg.toBuffer(), mime: 'image/jpeg' }
}
