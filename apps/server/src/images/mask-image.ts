import sharp from 'sharp'

/** An area of an image, in its pixels. */
export interface MaskArea {
  x: number
  y: number
  width: number
  height: number
}

/** More than any picture is wide or high. */
const WHOLE = 99_999

/** All of a picture, whatever its size. */
export const WHOLE_IMAGE: MaskArea = { x: 0, y: 0, width: WHOLE, height: WHOLE }

/** Areas as they stand in an address: `x,y,width,height` in whole pixels, apart by `_`; empty for none. */
export const maskText = (areas: readonly MaskArea[]): string =>
  areas.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join()).join('_')

const areasOf = (mask: string): MaskArea[] =>
  mask.split('_').map((area) => {
    const [x = 0, y = 0, width = 0, height = 0] = area.split(',').map(Number)
    return { x, y, width, height }
  })

/** Grey of the ground and of the lines, and how far the lines are apart and wide, pixels. */
const HATCHING = { ground: 214, line: 150, apart: 28, wide: 7 } as const

/** Pixels without a file around them. */
interface RawPicture {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/**
 * Paints areas over with hatching, which nobody takes for an empty answer.
 *
 * @param mask as `maskText` says it; what reaches beyond the picture is cut off
 * @returns the pixels, of the same size; throws where the bytes are no picture
 */
export async function maskImage(
  bytes: Buffer,
  mask: string,
  pixelLimit: number,
): Promise<RawPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: pixelLimit })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const area of areasOf(mask)) {
    const [right, bottom] = [area.x + area.width, area.y + area.height]
    for (let y = area.y; y < Math.min(height, bottom); y++)
      for (let x = area.x; x < Math.min(width, right); x++) {
        const isLine = (x + y) % HATCHING.apart < HATCHING.wide
        const at = (y * width + x) * channels
        // All but the last of two or four channels, which says how opaque a pixel is.
        data.fill(
          isLine ? HATCHING.line : HATCHING.ground,
          at,
          at + channels - (channels % 2 ? 0 : 1),
        )
      }
  }
  return { data, raw: { width, height, channels } }
}
