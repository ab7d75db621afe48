import type { blankBlockGet, ReplyOf } from '@hengjuan/contracts'
import { Piece } from '@hengjuan/ui'
import { useLayoutEffect, useRef } from 'react'
import css from './blank.module.css'

/** One of the answers on a sheet: pressing it says that it is not blank. */
export function ContactPaper(props: {
  paper: ReplyOf<typeof blankBlockGet>['list'][number]
  isWritten: boolean
  isCurrent: boolean
  /** A picture did not come: nothing is said of the paper unless it is passed on to the markers. */
  hasFailed: boolean
  /** Another one where pictures are asked for anew. */
  attempt: number
  onPress: () => void
  onDrawn: (hash: string) => void
  onFail: () => void
}) {
  const { paper, isWritten, isCurrent } = props
  const element = useRef<HTMLButtonElement>(null)
  // The keys bring the paper that they go to, or say something of, into sight; only then: the sheet is scrolled by hand.
  useLayoutEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what a key said of it is to be seen
  }, [isCurrent, isWritten])
  const state = isWritten ? '有作答' : props.hasFailed ? '暂不确认' : '空白'
  return (
    <button
      type="button"
      className={css['paper']}
      data-unit={paper.unit_id}
      data-written={isWritten || undefined}
      data-failed={props.hasFailed || undefined}
      data-current={isCurrent || undefined}
      aria-pressed={!isWritten}
      aria-label={`密号 ${paper.secret_code}，${state}`}
      ref={element}
      onClick={props.onPress}
    >
      <span className={css['pictures']}>
        {paper.images.map(({ hash, url }) => (
          <Piece
            key={`${hash} ${props.attempt}`}
            isPressed
            src={url}
            alt=""
            loading="lazy"
            onLoad={() => props.onDrawn(hash)}
            onFail={props.onFail}
          />
        ))}
      </span>
      <span className={css['caption']}>
        <code>{paper.secret_code}</code>
        {!props.hasFailed && (
          <span title="墨迹比例">墨迹 {(paper.ink_ratio * 100).toFixed(2)}%</span>
        )}
        <b>{state}</b>
      </span>
    </button>
  )
}
