import { EmptyState, ImageViewer, type ImageViewerHandle, type View } from '@hengjuan/ui'
import { Button } from '@blueprintjs/core'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { PaperImages, Part } from '../queue/paper-images.ts'
import { keepView, keptView } from './kept-view.ts'
import css from './desk.module.css'

/** The answer on the desk. Zoom, place and rotation stay from paper to paper of a block. */
export function PaperView(props: {
  parts: readonly Part[] | null
  images: PaperImages
  blockId: number
  viewer: RefObject<ImageViewerHandle | null>
  /** Over the image, in its pixels. */
  layer?: ReactNode
}) {
  const { parts, images, blockId, viewer, layer } = props
  const [shown, setShown] = useState<{ parts: readonly Part[]; url: string | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [initialView] = useState<View | undefined>(() => keptView(blockId))
  // The image is made outside React, mostly long before it is needed; `attempt` asks for it again.
  useEffect(() => {
    if (!parts) return
    let isCurrent = true
    images.load(parts).then(
      (url) => isCurrent && setShown({ parts, url }),
      () => isCurrent && setShown({ parts, url: null }),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a retry is a reason to load
  }, [parts, images, attempt])
  if (shown && shown.parts === parts && shown.url === null)
    return (
      <div className={css['missing']}>
        <EmptyState
          size="large"
          title="这份试卷的图像没有加载出来"
          action={<Button onClick={() => setAttempt(attempt + 1)}>重新加载</Button>}
        >
          重新加载后仍看不到，请按 Q 提交为问题卷（图像不清），由题组长处理。
        </EmptyState>
      </div>
    )
  return (
    <ImageViewer
      ref={viewer}
      src={parts ? (shown?.url ?? null) : null}
      alt="考生作答"
      {...(initialView ? { initialView } : {})}
      onViewChange={(view) => keepView(blockId, view)}
    >
      {/* Signs of the next paper do not lie on the one before. */}
      {shown?.parts === parts && layer}
    </ImageViewer>
  )
}
