import { Button } from '@blueprintjs/core'
import {
  EmptyState,
  ImageViewer,
  type ImageViewerHandle,
  type Picture,
  type View,
} from '@hengjuan/ui'
import { type RefObject, useEffect, useState } from 'react'
import type { PaperImages, Part } from '../../marking-core/queue/paper-images.ts'

/** Nearer to each other than this, two views show the same. */
const SAME_PX = 1
const SAME_SCALE = 0.001

export const isSame = (a: View, b: View): boolean =>
  Math.abs(a.x - b.x) < SAME_PX &&
  Math.abs(a.y - b.y) < SAME_PX &&
  Math.abs(a.scale / b.scale - 1) < SAME_SCALE &&
  a.rotation === b.rotation

export function PairAnswer(props: {
  parts: readonly Part[]
  /** The candidate is absent, or has no sheet. */
  isOut: boolean
  alt: string
  images: PaperImages
  viewer: RefObject<ImageViewerHandle | null>
  onView: (view: View) => void
}) {
  const { parts, images, viewer, alt, onView } = props
  const key = parts.map(({ hash }) => hash).join(' ')
  const [loaded, setLoaded] = useState<{ key: string; picture: Picture | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (parts.length === 0) return
    let isCurrent = true
    images.picture(parts).then(
      (picture) => isCurrent && setLoaded({ key, picture }),
      () => isCurrent && setLoaded({ key, picture: null }),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a retry is a reason to load
  }, [parts, key, images, attempt])
  if (parts.length === 0)
    return (
      <EmptyState title="不显示图像">
        {props.isOut
          ? '考生已登记缺考，或没有答题卡；答题卡补上后，这里会显示作答。'
          : '正在重新切图，或作答内容涉及情绪或安全风险、已转交学校管理员。'}
      </EmptyState>
    )
  const isLoaded = loaded?.key === key
  if (isLoaded && loaded.picture === null)
    return (
      <EmptyState
        title="图像没有加载出来"
        action={<Button onClick={() => setAttempt(attempt + 1)}>重新加载</Button>}
      >
        网络恢复后再试一次。
      </EmptyState>
    )
  return (
    <ImageViewer
      ref={viewer}
      src={null}
      picture={isLoaded ? loaded.picture : null}
      isWaiting={!isLoaded}
      alt={alt}
      onViewChange={onView}
    />
  )
}
