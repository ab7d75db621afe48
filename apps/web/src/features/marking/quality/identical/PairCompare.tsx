import { Button } from '@blueprintjs/core'
import { formatMilli, NO_MARK_REASONS, type NoMarkReason, PAPER_STATES } from '@hengjuan/domain'
import { type ImageViewerHandle, StatusTag, type View } from '@hengjuan/ui'
import { type RefObject, useRef, useState } from 'react'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import type { PairPaper } from './pair.ts'
import css from './identical.module.css'
import { isSame, PairAnswer } from './PairAnswer.tsx'

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
