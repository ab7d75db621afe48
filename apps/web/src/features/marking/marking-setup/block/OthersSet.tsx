import { Button, Callout } from '@blueprintjs/core'
import type { SameChanges } from './settings-changes.ts'
import css from './setup.module.css'

/** Somebody else set the same otherwise meanwhile: what it was and is, and what can be done about it. */
export function OthersSet(props: { news: readonly SameChanges[]; onReload: () => void }) {
  return (
    <Callout compact intent="warning" role="status" title="其他人刚修改了同样的设置">
      {props.news.map(({ names, lines }) => (
        <p key={names.join()} className={css['gap']}>
          {names.join('、')}：
          {lines.map(({ label, before, after }) => `${label} ${before} → ${after}`).join('；')}
        </p>
      ))}
      <p className={css['gap']}>您填写的还在。保存即以您填写的为准；要保留对方的修改，请先载入。</p>
      <Button size="small" onClick={props.onReload}>
        放弃我的修改，载入最新设置
      </Button>
    </Callout>
  )
}
