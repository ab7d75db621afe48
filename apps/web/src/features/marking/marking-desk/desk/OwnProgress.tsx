import { Button, Classes } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { ALL_OWN, type OwnSearch } from '../search/own-search.ts'
import { type Due, useNearness } from './desk-due.ts'
import type { Mine } from './desk-state.ts'
import css from './own-progress.module.css'

/** Opens the rows behind the own figures. */
export interface OwnRows {
  /** Papers that were handed in. */
  onSearch: (begin: OwnSearch) => void
  /** Papers in hand, beside each other. */
  onHeld: () => void
}

/**
 * The own work in this block: what the numbers of the header are made of, and how the own scores lie; each
 * number opens its papers. Nobody else's work is in it. @source ui D1 (3), D2 (feedback)
 */
export function OwnProgress(props: { mine: Mine; due: Due | null; rows: OwnRows }) {
  const { due } = props
  const nearness = useNearness(due)
  const { done, target, thirds, claimed, rejected, taken_back, median_ms, distribution } =
    props.mine
  const { onSearch, onHeld } = props.rows
  const most = Math.max(1, ...distribution.map(({ count }) => count))
  return (
    <section className={css['root']} aria-label="我的进度">
      <dl>
        <dt>我已评</dt>
        <dd>
          <Opens title="查看本人评过的试卷" isAny={done > 0} onClick={() => onSearch(ALL_OWN)}>
            {done} 份
          </Opens>
          {target !== null && `，任务 ${target} 份，还差 ${Math.max(0, target - done)} 份`}
          {thirds > 0 && `；另有三评 ${thirds} 份，不计入任务`}
        </dd>
        <dt>手中</dt>
        <dd>
          <Opens title="在网格中查看手中的试卷" isAny={claimed > 0} onClick={onHeld}>
            {claimed} 份
          </Opens>
          {rejected > 0 && (
            <>
              ；
              <Opens
                title="查看被打回过的试卷"
                isAny
                onClick={() => onSearch({ ...ALL_OWN, isSentBack: true })}
              >
                打回 {rejected} 份待重评
              </Opens>
            </>
          )}
          {taken_back > 0 && (
            <>
              ；
              <Opens title="在网格中查看手中的试卷" isAny onClick={onHeld}>
                收回 {taken_back} 份待重评
              </Opens>
            </>
          )}
        </dd>
        {due !== null && (
          <>
            <dt>阅卷期限</dt>
            <dd>
              <Time at={due.deadline} />
              {nearness === 'near' && '，! 不到 30 分钟'}
              {nearness === 'past' && '，! 已过，给分照常计入'}
            </dd>
          </>
        )}
        <dt>均用时</dt>
        <dd>
          {median_ms === null
            ? '评过几份后显示'
            : `每份 ${(median_ms / 1000).toFixed(1)} 秒：本人最近提交的中位数，离开屏幕的时间不算`}
        </dd>
      </dl>
      {distribution.length > 0 && (
        <>
          <h4>我给的分数</h4>
          <ul aria-label="我给的分数">
            {distribution.map(({ score_milli, count }) => (
              <li key={score_milli}>
                <button
                  type="button"
                  className={Classes.POPOVER_DISMISS}
                  title={`查看我给 ${formatMilli(score_milli)} 分的试卷`}
                  onClick={() => onSearch({ ...ALL_OWN, score: formatMilli(score_milli) })}
                >
                  <span>{formatMilli(score_milli)} 分</span>
                  <span className={css['bar']}>
                    <span style={{ width: `${(count * 100) / most}%` }} />
                  </span>
                  <span>{count} 份</span>
                </button>
              </li>
            ))}
          </ul>
          <Button
            size="small"
            className={Classes.POPOVER_DISMISS}
            onClick={() => onSearch(ALL_OWN)}
          >
            查找评过的试卷
          </Button>
        </>
      )}
    </section>
  )
}

/** A figure that opens its papers; none of nothing. */
const Opens = (props: {
  title: string
  isAny: boolean
  onClick: () => void
  children: ReactNode
}) =>
  props.isAny ? (
    <button
      type="button"
      className={`${css['figure']} ${Classes.POPOVER_DISMISS}`}
      title={props.title}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  ) : (
    props.children
  )
