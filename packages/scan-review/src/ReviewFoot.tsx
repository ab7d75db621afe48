import { KeyHint } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './scan-review.module.css'
import type { ReviewCounts } from './types.ts'

/** How much waits and is done, of all and by whom, and the keys of the list. @source ui D4 (footer, counter) */
export function ReviewFoot(props: {
  counts: ReviewCounts
  hasKeys: boolean
  /** One sheet is on the screen, to be zoomed and to have lines over it. */
  hasSheet: boolean
  children: ReactNode
}) {
  const { counts } = props
  return (
    <footer className={css['foot']}>
      <span>
        待处理 <b>{counts.open}</b>　已处理 <b>{counts.handled}</b>　我今天处理{' '}
        <b>{counts.handled_by_me_today}</b>
        {counts.decided_today !== undefined && (
          <span
            title={`今天全部人员处理 ${counts.decided_today} 次，撤销 ${counts.undone_today ?? 0} 次`}
          >
            全部人员今天 <b>{counts.decided_today}</b>
            {(counts.undone_today ?? 0) > 0 && `，其中撤销 ${counts.undone_today} 次`}
          </span>
        )}
      </span>
      <span className={css['grow']} />
      {props.hasKeys && <MovingKeys hasSheet={props.hasSheet} />}
      {props.children}
    </footer>
  )
}

const MovingKeys = ({ hasSheet }: { hasSheet: boolean }) => (
  <span className={css['keys']}>
    <span>
      <KeyHint keys="J" /> 下一条
    </span>
    <span>
      <KeyHint keys="K" /> 上一条
    </span>
    {hasSheet && (
      <>
        <span>
          <KeyHint keys="Space" /> 整页
        </span>
        <span>
          <KeyHint keys="O" /> 模板线
        </span>
      </>
    )}
    <span>
      <KeyHint keys="Ctrl+Z" /> 撤销
    </span>
  </span>
)
