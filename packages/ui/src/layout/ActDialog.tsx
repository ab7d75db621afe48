import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { ProblemLine } from '../feedback/ProblemLine.tsx'
import { ReasonButton } from '../form/ReasonButton.tsx'

/**
 * A dialog in which something is chosen or written before it is done. Shown while it is open only, so that it forgets
 * what was chosen. Acts that need but one word are asked about with `ConfirmDialog`, what a contract takes with
 * `SchemaDialog`.
 */
export function ActDialog(props: {
  title: string
  /** Pixels or CSS; as wide as dialogs are without. */
  width?: number | string
  children: ReactNode
  /** Says what the button does, with the count; null where there is nothing to do but to close. */
  submitText: string | null
  intent?: 'primary' | 'danger'
  /** Why it can not be done now; null when it can. */
  refusal: string | null
  isPending: boolean
  /** What failed, or a sentence about it. */
  error?: unknown
  /** At the left of the buttons. */
  note?: ReactNode
  /** Does Enter in a field submit? Not where Enter chooses from a list. */
  submitsOnEnter?: boolean
  onSubmit: () => void
  onClose: () => void
}) {
  const { isPending, refusal, submitText, submitsOnEnter = false } = props
  const submit = () => {
    if (refusal === null && !isPending) props.onSubmit()
  }
  const contents = (
    <>
      <DialogBody>
        {props.children}
        <ProblemLine problem={props.error} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>{submitText === null ? '关闭' : '取消'}</Button>
            {submitText !== null && (
              <ReasonButton
                type={submitsOnEnter ? 'submit' : 'button'}
                intent={props.intent ?? 'primary'}
                loading={isPending}
                reason={refusal}
                {...(submitsOnEnter ? {} : { onClick: submit })}
              >
                {submitText}
              </ReasonButton>
            )}
          </>
        }
      >
        {props.note}
      </DialogFooter>
    </>
  )
  return (
    <Dialog
      isOpen
      title={props.title}
      onClose={props.onClose}
      canEscapeKeyClose={!isPending}
      {...(props.width === undefined ? {} : { style: { width: props.width } })}
    >
      {submitsOnEnter ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {contents}
        </form>
      ) : (
        contents
      )}
    </Dialog>
  )
}
