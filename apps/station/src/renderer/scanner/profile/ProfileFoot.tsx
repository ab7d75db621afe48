import { Button } from '@blueprintjs/core'
import { sentenceOf } from '@hengjuan/ui'
import type { ProfileView } from '../../../bridge/scanner-api.ts'
import css from './profile.module.css'

/** What is wrong, and what can be done with a profile. */
export function ProfileFoot(props: {
  view: ProfileView
  failure: unknown
  problems: readonly { message: string }[]
  isPending: boolean
  isChanged: boolean
  onAsk: (question: 'delete' | 'reset') => void
  onExport: () => void
  onCopy: () => void
  /** A new profile is not kept. */
  onDrop: () => void
}) {
  const { view, failure, problems } = props
  const isNew = view.profile.id === ''
  return (
    <footer className={css['foot']}>
      {failure !== null && (
        <p className={css['bad']} role="alert">
          ✕ {sentenceOf(failure)}
        </p>
      )}
      {problems.length > 0 && (
        <p className={css['bad']} role="alert">
          ✕ 有 {problems.length} 处要改：{problems[0]?.message}
        </p>
      )}
      {view.is_own && !isNew && (
        <>
          <Button
            variant="minimal"
            intent="danger"
            text="删除…"
            onClick={() => props.onAsk('delete')}
          />
          {view.based_on_name !== null && (
            <Button variant="minimal" text="恢复自带值…" onClick={() => props.onAsk('reset')} />
          )}
        </>
      )}
      <span className={css['space']} />
      {!isNew && <Button text="导出" onClick={props.onExport} />}
      {!isNew && (
        <Button text="复制" intent={view.is_own ? 'none' : 'primary'} onClick={props.onCopy} />
      )}
      {isNew && <Button text="放弃" onClick={props.onDrop} />}
      {view.is_own && (
        <Button
          type="submit"
          intent="primary"
          text="保存"
          loading={props.isPending}
          disabled={!props.isChanged}
        />
      )}
    </footer>
  )
}
