import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { typedName } from '@hengjuan/domain'
import { type ReactNode, useState } from 'react'
import { ReasonButton } from '../form/ReasonButton.tsx'
import { sentenceOf } from './ErrorState.tsx'
import { askedNumber } from './tracking.ts'
import { TrackingNumber } from './TrackingNumber.tsx'
import css from './confirm-dialog.module.css'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** What will happen, with the count: 「将退回 37 份」. */
  effect: string
  /** What follows from it, and whether it can be undone. */
  children?: ReactNode
  /** Names the act: 「退回 37 份」, never 「确定」. */
  confirmText: string
  /** Names the way back, 「取消」 where absent; one with a name is wanted more often, and Enter takes it. */
  cancelText?: string
  isDestructive?: boolean
  /** Something else is better: the way to it is among `children`, as the primary button. */
  isDiscouraged?: boolean
  /** Must be typed first; for acts that cannot be undone. */
  typedName?: string
  isPending?: boolean
  /** Why there is nothing to confirm; null or absent when there is. */
  refusal?: string | null
  /** What failed, not its sentence: the dialog has the words. */
  error?: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before an act that is hard to take back. Not for repeated work: use undo there. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      canOutsideClickClose={!props.isPending}
      canEscapeKeyClose={!props.isPending}
    >
      <ConfirmContent {...props} />
    </Dialog>
  )
}

/** Inside the dialog, so that the typed name is forgotten when it closes. */
export function ConfirmContent(props: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const number = askedNumber(props.error)
  const isUnlocked = props.typedName === undefined || typedName(typed, props.typedName)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isUnlocked && !props.isPending && !props.refusal) props.onConfirm()
      }}
    >
      <DialogBody className={css['body']}>
        <p className={css['effect']} data-destructive={props.isDestructive || undefined}>
          {props.effect}
        </p>
        {props.children}
        {props.typedName !== undefined && (
          <label className={css['typed']}>
            请输入「{props.typedName}」以确认
            <InputGroup value={typed} onValueChange={setTyped} autoFocus />
          </label>
        )}
        {props.error !== undefined && props.error !== null && (
          <p className={css['error']} role="alert">
            ✕ {sentenceOf(props.error)} {number !== null && <TrackingNumber id={number} />}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              onClick={props.onClose}
              disabled={props.isPending}
              autoFocus={props.cancelText !== undefined}
            >
              {props.cancelText ?? '取消'}
            </Button>
            <ReasonButton
              type="submit"
              reason={props.refusal ?? (isUnlocked ? null : `请先输入「${props.typedName}」`)}
              intent={props.isDestructive ? 'danger' : props.isDiscouraged ? 'none' : 'primary'}
              loading={props.isPending}
              autoFocus={
                props.typedName === undefined &&
                props.cancelText === undefined &&
                !props.isDiscouraged
              }
            >
              {props.confirmText}
            </ReasonButton>
          </>
        }
      />
    </form>
  )
}
