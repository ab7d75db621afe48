import { Button, Callout } from '@blueprintjs/core'
import css from './setup.module.css'

/** Somebody else saved what is being changed here: what they did, and what can be done about it. */
export function OthersChanged(props: {
  title: string
  news: readonly string[]
  reloadText: string
  onReload: () => void
}) {
  return (
    <Callout compact intent="warning" role="status" title={props.title}>
      {props.news.map((text) => (
        <p key={text} className={css['gap']}>
          {text}
        </p>
      ))}
      <p className={css['gap']}>您填写的还在。保存即以您填写的为准；要保留对方的修改，请先载入。</p>
      <Button size="small" onClick={props.onReload}>
        放弃我的修改，{props.reloadText}
      </Button>
    </Callout>
  )
}
