import { Button, Classes } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import type { Mine } from './desk-state.ts'
import css from './own-progress.module.css'

/**
 * The own work in this block: what the numbers of the header are made of, and how the own scores lie; a
 * score opens the papers that have it. Nobody else's work is in it. @source ui D1 (3), D2 (feedback)
 */
export function OwnProgress(props: { mine: Mine; onScore: (scoreMilli: number | null) => void }) {
  const { done, target, claimed, rejected, median_ms, distribution } = props.mine
  const most = Math.max(1, ...distribution.map(({ count }) => count))
  return (
    <section className={css['root']} aria-label="我的进度">
      <dl>
        <dt>我已评</dt>
        <dd>
          {done} 份{target !== null && `，任务 ${target} 份，还差 ${Math.max(0, target - done)} 份`}
        </dd>
        <dt>手中</dt>
        <dd>
          {claimed} 份{rejected > 0 && `；打回 ${rejected} 份待重评`}
        </dd>
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
                  onClick={() => props.onScore(score_milli)}
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
            onClick={() => props.onScore(null)}
          >
            查找评过的试卷
          </Button>
        </>
      )}
    </section>
  )
}
