import { Button } from '@blueprintjs/core'
import css from './scan-review.module.css'

/** In place of what can be decided: another person is at this sheet. */
export function InHand(props: { name: string; onTake: () => void }) {
  return (
    <div className={css['inHand']} role="status">
      <p>
        <b>! {props.name} 正在处理这张答题卡</b>
      </p>
      <p>
        请先处理下一条。对方两分钟没有操作会自动放开；需要由您处理时，请先接手，对方会看到提示。
      </p>
      <Button onClick={props.onTake}>接手处理</Button>
    </div>
  )
}
