import { useEffect, useState } from 'react'
import type { Size } from './view-transform.ts'

export interface DecodedImage extends Size {
  src: string
}

/**
 * The image once it is decoded. Until a new one is, the one before stays, so that stepping through
 * papers never shows an empty frame.
 */
export function useDecodedImage(src: string | null): {
  image: DecodedImage | null
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
} {
  const [image, setImage] = useState<DecodedImage | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<{ src: string; attempt: number } | null>(null)
  // Decoding happens outside React and may end after another image was asked for.
  useEffect(() => {
    if (src === null) return
    let isCurrent = true
    const element = new Image()
    element.src = src
    element.decode().then(
      () => {
        if (isCurrent) setImage({ src, width: element.naturalWidth, height: element.naturalHeight })
      },
      () => {
        if (isCurrent) setFailure({ src, attempt })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [src, attempt])
  const hasFailed = failure !== null && failure.src === src && failure.attempt === attempt
  return {
    image: src === null ? null : image,
    isLoading: src !== null && image?.src !== src && !hasFailed,
    hasFailed,
    retry: () => setAttempt(attempt + 1),
  }
}
