const QUALITY = 0.9

/** A picture turned by a quarter, clockwise. */
export async function turnedJpeg(url: string): Promise<Blob> {
  const picture = await createImageBitmap(await (await fetch(url)).blob())
  const canvas = document.createElement('canvas')
  canvas.width = picture.height
  canvas.height = picture.width
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.translate(canvas.width, 0)
  context.rotate(Math.PI / 2)
  context.drawImage(picture, 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
      'image/jpeg',
      QUALITY,
    ),
  )
}
