import { formatMilli } from '@hengjuan/domain'
import { ReasonButton, Time } from '@hengjuan/ui'
import type { NearLineView } from './rule-form.ts'
import css from './near-line.module.css'

/** Past runs: how far they have come, what they changed; what nobody began can be called off. */
export function NearLineRuns(props: {
  runs: NearLineView['runs']
  /** Why nothing can be called off; null when it can. */
  reason: string | null
  isBusy: boolean
  onWithdraw: (run: NearLineView['runs'][number]) => void
}) {
  if (props.runs.length === 0) return null
  return (
    <>
      <h3 className={css['heading']}>记录</h3>
      <ul className={css['record']} aria-label="复评记录">
        {props.runs.map((run) => (
          <li key={run.run_id}>
            <Time at={run.at} />
            <div>
              <strong>
                送去 {run.papers} 份（{run.candidates} 名考生）
              </strong>{' '}
              {run.by_name}
              <p>
                {run.rule.lines
                  .map(({ name, total_milli }) => `${name} ${formatMilli(total_milli)}`)
                  .join('、')}
                ，上下 {formatMilli(run.rule.window_milli)} 分
              </p>
              <p>
                已复评 {run.done}/{run.papers - run.withdrawn} 份，得分改变 {run.changed}{' '}
                份，越过分数线 {run.crossed} 人{run.withdrawn > 0 && `；撤回 ${run.withdrawn} 份`}
              </p>
            </div>
            {run.papers > run.withdrawn && (
              <ReasonButton
                size="small"
                loading={props.isBusy}
                reason={props.reason ?? (run.withdrawable === 0 ? '没有尚未开始的试卷' : null)}
                onClick={() => props.onWithdraw(run)}
              >
                撤回未开始的 {run.withdrawable} 份…
              </ReasonButton>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
