import { Button, DialogFooter, InputGroup } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'
import css from './security.module.css'

/** The password again, before what would hand the account to whoever sits at an open page. */
export function AgainPassword(props: {
  value: string
  onChange: (password: string) => void
  autoFocus?: boolean
}) {
  const id = useId()
  return (
    <label className={css['field']} htmlFor={id}>
      登录密码
      <InputGroup
        id={id}
        type="password"
        autoComplete="current-password"
        autoFocus={props.autoFocus ?? false}
        maxLength={200}
        value={props.value}
        onValueChange={props.onChange}
      />
    </label>
  )
}

export const Actions = (props: { onClose: () => void; children: ReactNode }) => (
  <DialogFooter
    actions={
      <>
        <Button onClick={props.onClose}>取消</Button>
        {props.children}
      </>
    }
  />
)
