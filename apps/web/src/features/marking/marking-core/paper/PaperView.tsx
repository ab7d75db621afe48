import {
  EmptyState,
  ImageViewer,
  type ImageViewerHandle,
  type PartsArrangement,
  type Picture,
  type View,
  ViewerTool,
} from '@hengjuan/ui'
import { Button } from '@blueprintjs/core'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ContrastIcon } from '@blueprintjs/icons'
import { useBindings } from '../keys/bindings.ts'
import { viewerKeys } from '../keys/viewer-actions.ts'
import type { PaperImages, Part } from '../queue/paper-images.ts'
import { turnContrast, useContrast } from './contrast.ts'
import { keepView, keptView, writeView } from './kept-view.ts'
import { CONTRASTS } from '../queue/darken.ts'
import css from './paper.module.css'

/** So often a picture that did not come is asked for again, as long as it is looked at. */
const AGAIN_MS = 10_000

/** What was painted last, and of which parts; without a picture where they could not be loaded. */
interface Shown {
  parts: readonly Part[]
  arrangement: PartsArrangement
  picture: Picture | null
}

/** The answer on the desk. Zoom, place, rotation and how dark it is shown stay from paper to paper of a block. */
export function PaperView(props: {
  parts: readonly Part[] | null
  images: PaperImages
  blockId: number
  viewer: RefObject<ImageViewerHandle | null>
  /** How several images of one answer lie. */
  arrangement?: PartsArrangement
  /** Over the image, in its pixels. */
  layer?: ReactNode
  /** Passes a paper on whose image does not come; absent where that can not be done. */
  onMissing?: (() => void) | undefined
}) {
  const { parts, images, blockId, viewer, layer, arrangement = 'stack' } = props
  const bindings = useBindings()
  const [shown, setShown] = useState<Shown | null>(null)
  const [attempt, setAttempt] = useState(0)
  const contrast = useContrast(blockId)
  const [initialView] = useState<View | undefined>(() => keptView(blockId))
  // The picture is made outside React, mostly long before it is needed; `attempt` asks for it again.
  useEffect(() => {
    if (!parts) return
    let isCurrent = true
    images.picture(parts, arrangement, contrast).then(
      (picture) => isCurrent && setShown({ parts, arrangement, picture }),
      () => isCurrent && setShown({ parts, arrangement, picture: null }),
    )
    images.hurry(parts)
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a retry is a reason to load
  }, [parts, images, attempt, arrangement, contrast])
  const isFailed = shown !== null && shown.parts === parts && shown.picture === null
  // The network or the server's disk was away: once it is back nobody has to ask.
  useEffect(() => {
    if (!isFailed) return
    const again = () => setAttempt((made) => made + 1)
    const timer = setInterval(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [isFailed])
  // What is decoded already is on the screen in this frame; until it is, the paper before stays.
  const ready = parts && images.ready(parts, arrangement, contrast)
  const isShown = ready !== null || (shown?.parts === parts && shown?.arrangement === arrangement)
  const laid = ready ? arrangement : (shown?.arrangement ?? arrangement)
  const isPainted = isShown && (ready ?? shown?.picture ?? null) !== null
  // In the frame in which it is painted: the key that follows is about this paper.
  useLayoutEffect(() => {
    if (parts && isPainted) images.notePainted(parts)
  }, [images, parts, isPainted])
  const laidBefore = useRef(laid)
  // Whoever leaves at once, or loads the page again, finds the paper as it was last seen.
  useEffect(() => {
    window.addEventListener('pagehide', writeView)
    return () => {
      window.removeEventListener('pagehide', writeView)
      writeView()
    }
  }, [])
  // Images laid out anew are as wide as they are now: what was kept of the view is of the other width.
  useLayoutEffect(() => {
    if (laid !== laidBefore.current) viewer.current?.fitWidth()
    laidBefore.current = laid
  }, [laid, viewer])
  if (parts?.length === 0)
    return (
      <div className={css['missing']}>
        <EmptyState size="large" title="这份试卷不显示图像">
          正在重新切图，或作答内容涉及情绪或安全风险、已转交学校管理员。
        </EmptyState>
      </div>
    )
  if (isFailed)
    return (
      <div className={css['missing']}>
        <EmptyState
          size="large"
          title="这份试卷的图像没有加载出来"
          action={
            <>
              <Button intent="primary" onClick={() => setAttempt(attempt + 1)}>
                重新加载
              </Button>
              {props.onMissing && <Button onClick={props.onMissing}>提交为问题卷</Button>}
            </>
          }
        >
          {props.onMissing
            ? '重新加载后仍看不到，请提交为问题卷（图像不清），由题组长处理。'
            : '重新加载后仍看不到，请联系这场考试的扫描员处理图像。'}
        </EmptyState>
      </div>
    )
  return (
    <ImageViewer
      ref={viewer}
      src={null}
      picture={parts ? (ready ?? shown?.picture ?? null) : null}
      isWaiting={parts !== null && !isShown}
      alt="考生作答"
      {...(initialView ? { initialView } : {})}
      onViewChange={(view) => keepView(blockId, view)}
      // Where there is no paper they would lie under what says so, and take the focus unseen.
      hasTools={parts !== null}
      keys={viewerKeys(bindings)}
      moreTools={<ContrastButton blockId={blockId} keys={bindings.contrast[0]} />}
    >
      {/* Signs of the next paper do not lie on the one before. */}
      {isShown && layer}
    </ImageViewer>
  )
}

/** Among the buttons over the image: shows faint writing darker, step by step. */
function ContrastButton(props: { blockId: number; keys: string | undefined }) {
  const contrast = useContrast(props.blockId)
  return (
    <ViewerTool
      title={`图像加深：${CONTRASTS[contrast]}`}
      icon={<ContrastIcon />}
      keys={props.keys}
      active={contrast > 0}
      onClick={() => turnContrast(props.blockId)}
    />
  )
}
