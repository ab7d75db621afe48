import type { ServerDecisions } from '../use-decisions.ts'
import type { RefObject } from 'react'
import { InputGroup } from '@blueprintjs/core'
import { KeyHint, ReasonButton } from '@hengjuan/ui'
import css from './result.module.css'

/** Why, and one press that saves all that was changed. */
export function SaveResult(props: {
  reason: string
  onReason: (reason: string) => void
  reasonField: RefObject<HTMLInputElement | null>
  /** How many places are changed. */
  count: number
  decisions: ServerDecisions
  onSave: () => void
}) {
  const { reason, reasonField, count, decisions } = props
  return (
    <form
      className={css['save']}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSave()
      }}
    >
      <InputGroup
        inputRef={reasonField}
        value={reason}
        maxLength={200}
        onValueChange={props.onReason}
        // Keys of the page are text here; the one on the button is not.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSave()
        }}
        placeholder="修改原因，如：机器读错"
        aria-label="修改原因"
      />
      <ReasonButton
        reason={decisions.undoable === null ? '本次打开页面以来没有可以撤销的修改' : null}
        disabled={decisions.pending}
        onClick={() => void decisions.undoLast()}
      >
        撤销 <KeyHint keys="Ctrl+Z" />
      </ReasonButton>
      <ReasonButton
        intent="primary"
        type="submit"
        reason={count === 0 ? '还没有修改' : null}
        loading={decisions.pending}
      >
        保存 {count} 处 <KeyHint keys="Ctrl+Enter" />
      </ReasonButton>
    </form>
  )
}
