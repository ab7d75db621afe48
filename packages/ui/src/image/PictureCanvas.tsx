import { useLayoutEffect, useRef } from 'react'
import type { Size } from './view-transform.ts'

/** An image that is decoded already. Whoever made it keeps it, and may close the bitmap once it was shown. */
export interface Picture extends Size {
  /** Other pictures have another one. */
  key: string
  bitmap: ImageBitmap
}

/** Shows a decoded picture in the frame in which it is rendered. */
export function PictureCanvas({ picture, alt }: { picture: Picture; alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Before paint, so that the paper of the render before is never seen in the size of this one.
  useLayoutEffect(() => {
    const { bitmap } = picture
    // A closed bitmap has no size; what was painted from it stays.
    if (!canvas.current || bitmap.width === 0) return
    canvas.current.width = bitmap.width
    canvas.current.height = bitmap.height
    canvas.current.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0)
  }, [picture])
  return <canvas ref={canvas} role="img" aria-label={alt} data-picture={picture.key} />
}
