import sharp from 'sharp'

/**
 * A tag in the head of a JPEG that says: this picture stands on its head. Every reader of pictures here
 * and in browsers heeds it, and no pixel is compressed twice.
 */
const UPSIDE_DOWN = Buffer.from(
  'ffe1002245786966000049492a0008000000010012010300010000000300000000000000',
  'hex',
)

/** A compressed picture turned by 180 degrees. */
export async function turnPicture(picture: Buffer, quality: number): Promise<Buffer> {
  const { format, orientation = 1 } = await sharp(picture).metadata()
  if (format === 'jpeg' && orientation === 1 && !hasExif(picture))
    return Buffer.concat([picture.subarray(0, 2), UPSIDE_DOWN, picture.subarray(2)])
  // First as it should stand by its own tag, then on its head.
  const turned = sharp(await sharp(picture).rotate().toBuffer()).rotate(180)
  return (format === 'jpeg' ? turned.jpeg({ quality }) : turned).withMetadata().toBuffer()
}

const hasExif = (jpeg: Buffer): boolean => jpeg.subarray(0, 65_536).includes('Exif\0')
