import { Button, InputGroup } from '@blueprintjs/core'
import { KeyHint } from '@hengjuan/ui'
import css from './review.module.css'

/** What is the matter with a paper that is left to others. */
export function ProblemForm(props: {
  isPending: boolean
  note: string
  onNote: (note: string) => void
  onSign: () => void
  onClose: () => void
}) {
  return (
    <form
      className={css['problem']}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSign()
      }}
    >
      <InputGroup
        value={props.note}
        onValueChange={props.onNote}
        maxLength={200}
        autoFocus
        placeholder="是什么问题"
        aria-label="问题说明"
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onClose()
        }}
      />
      <Button type="submit" intent="primary" disabled={props.isPending}>
        标记 <KeyHint keys="Enter" />
      </Button>
    </form>
  )
}
