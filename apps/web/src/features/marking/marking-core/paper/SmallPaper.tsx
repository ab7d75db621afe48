import { useEffect, useState } from 'react'
import type { PaperImages, Part } from '../queue/paper-images.ts'
import css from './paper.module.css'

/** An answer among others, as wide as its place. */
export function SmallPaper(props: {
  parts: readonly Part[]
  images: PaperImages
  alt: string
  /** What to do about a picture that did not come; markers pass the paper on. */
  onFailure?: string
}) {
  const image = useImageUrl(props.images, props.parts)
  const [broken, setBroken] = useState<string | null>(null)
  if (props.parts.length === 0)
    return <span className={css['wait']}>不显示图像：正在重新切图，或已转交学校管理员</span>
  const failed = (
    <span className={css['wait']}>图像没有加载出来，{props.onFailure ?? '可提交为问题卷'}</span>
  )
  switch (image.state) {
    case 'loading':
      return <span className={css['wait']} role="status" aria-label="正在加载图像" />
    case 'failed':
      return failed
    case 'ready':
      // A file that came and is no picture.
      if (broken === image.url) return failed
      return (
        <img
          className={css['image']}
          src={image.url}
          alt={props.alt}
          draggable={false}
          onLoad={() => props.images.notePainted(props.parts)}
          onError={() => setBroken(image.url)}
        />
      )
  }
}

type LoadedImage = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; url: string }

/** The image of a paper, made outside React and mostly long before it is needed. */
function useImageUrl(images: PaperImages, parts: readonly Part[]): LoadedImage {
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
