import { useEffect, useState } from 'react'
import type { PaperImages, Part } from '../queue/paper-images.ts'

type LoadedImage = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; url: string }

/** The image of a paper, made outside React and mostly long before it is needed. */
export function useImageUrl(images: PaperImages, parts: readonly Part[]): LoadedImage {
  const [loaded, setLoaded] = useState<{ parts: readonly Part[]; image: LoadedImage } | null>(null)
  // Loading ends outside React, and may end after another paper was asked for.
  useEffect(() => {
    let isCurrent = true
    const keep = (image: LoadedImage) => isCurrent && setLoaded({ parts, image })
    images.load(parts).then(
      (url) => keep({ state: 'ready', url }),
      () => keep({ state: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [images, parts])
  return loaded?.parts === parts ? loaded.image : { state: 'loading' }
}
