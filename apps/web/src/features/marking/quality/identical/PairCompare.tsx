import { Button } from '@blueprintjs/core'
import { formatMilli, NO_MARK_REASONS, type NoMarkReason, PAPER_STATES } from '@hengjuan/domain'
import {
  EmptyState,
  ImageViewer,
  type ImageViewerHandle,
  type Picture,
  StatusTag,
  type View,
} from '@hengjuan/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PaperImages, Part } from '../../marking-core/queue/paper-images.ts'
import type { PairPaper } from './pair.ts'
import css from './identical.module.css'

const ROLES: Record<string, string> = { R1: '一评', R2: '二评', R3: '三评', ARB: '仲裁' }

/** Two papers beside each other: what is moved or enlarged on one side is on the other as well. */
export function PairCompare(props: { papers: readonly PairPaper[]; images: PaperImages }) {
  const [isTied, setTied] = useState(true)
  const left = useRef<ImageViewerHandle>(null)
  const right = useRef<ImageViewerHandle>(null)
  const last = useRef<View | null>(null)
  const viewers = [left, right]
  const follow = (view: View, side: number) => {
    if (!isTied || (last.current && isSame(last.current, view))) return
    last.current = view
    viewers[1 - side]?.current?.follow(view)
  }
  return (
    <div className={css['compare']}>
      <div className={css['tools']}>
        <Button
          size="small"
          active={isTied}
          aria-pressed={isTied}
          title="一边缩放、移动，另一边跟着动"
          onClick={() => {
            last.current = null
            setTied(!isTied)
          }}
        >
          同步缩放
        </Button>
        <Button size="small" onClick={() => viewers.forEach(({ current }) => current?.fitWidth())}>
          适合宽度
        </Button>
        <span>滚轮缩放，拖动移动，双击还原</span>
      </div>
      <div className={css['sides']}>
        {props.papers.map((paper, side) => (
          <Side
            key={paper.unit_id}
            name={side === 0 ? '甲' : '乙'}
            paper={paper}
            images={props.images}
            viewer={side === 0 ? left : right}
            onView={(view) => follow(view, side)}
          />
        ))}
      </div>
    </div>
  )
}

function Side(props: {
  name: string
  paper: PairPaper
  images: PaperImages
  viewer: RefObject<ImageViewerHandle | null>
  onView: (view: View) => void
}) {
  const { paper, name, images, viewer, onView } = props
  const noMark = NO_MARK_REASONS[paper.final_reason as NoMarkReason] as string | undefined
  return (
    <section className={css['side']} aria-label={`${name}卷`}>
      <header>
        <strong>{name}</strong>
        <span>
          密号 <code>{paper.secret_code}</code>
        </span>
        <StatusTag status={noMark ? 'bad' : paper.final_milli === null ? 'warn' : 'ok'}>
          {noMark ?? PAPER_STATES[paper.state as 'READY'] ?? paper.state}
        </StatusTag>
        <span>
          终评分 <b>{paper.final_milli === null ? '–' : formatMilli(paper.final_milli)}</b>
        </span>
      </header>
      <p className={css['readings']}>
        {paper.readings.length === 0
          ? '还没有人给分'
          : paper.readings
              .map(
                ({ role, marker_name, total_milli }) =>
                  `${ROLES[role] ?? role} ${marker_name} ${total_milli === null ? '–' : formatMilli(total_milli)} 分`,
              )
              .join('；')}
      </p>
      <div className={css['window']}>
        <PairAnswer
          parts={paper.images}
          isOut={paper.state === 'OUT'}
          alt={`密号 ${paper.secret_code} 的作答`}
          images={images}
          viewer={viewer}
          onView={onView}
        />
      </div>
    </section>
  )
}

/** Nearer to each other than this, two views show the same. */
const SAME_PX = 1
const SAME_SCALE = 0.001

const isSame = (a: View, b: View): boolean =>
  Math.abs(a.x - b.x) < SAME_PX &&
  Math.abs(a.y - b.y) < SAME_PX &&
  Math.abs(a.scale / b.scale - 1) < SAME_SCALE &&
  a.rotation === b.rotation

function PairAnswer(props: {
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
