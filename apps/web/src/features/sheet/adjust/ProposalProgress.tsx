import { EmptyState, Panel, ProgressBar } from '@hengjuan/ui'
import css from './adjust.module.css'

/** A sheet whose pages are being looked through. */
export function ProposalProgress(props: { name: string; done: number; total: number }) {
  return (
    <div className={css['desk']}>
      <Panel title={props.name}>
        <EmptyState size="large" title="正在识别定位点、填涂框和作答区">
          <ProgressBar done={props.done} total={props.total} label="识别进度" />
          每页约需几秒，可以离开，稍后从答题卡库回来。
        </EmptyState>
      </Panel>
    </div>
  )
}
