import { InputGroup } from '@blueprintjs/core'
import { type ReactElement, type Ref, useId } from 'react'
import css from './login.module.css'

/** A field of the forms before the portal. */
export function SignInField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'password' | 'tel'
  autoComplete?: string
  autoFocus?: boolean
  inputMode?: 'numeric' | 'text'
  maxLength?: number
  hint?: string
  /** What is wrong with what was typed. */
  problem?: string | null
  placeholder?: string
  leftIcon?: ReactElement
  rightElement?: ReactElement
  inputRef?: Ref<HTMLInputElement>
}) {
  const id = useId()
  const { problem = null } = props
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{props.label}</label>
      <InputGroup
        id={id}
        aria-describedby={`${id}-note`}
        size="large"
        type={props.type ?? 'text'}
        value={props.value}
        onValueChange={props.onChange}
        autoComplete={props.autoComplete ?? 'off'}
        autoFocus={props.autoFocus ?? false}
        autoCapitalize="off"
        spellCheck={false}
        maxLength={props.maxLength ?? 200}
        inputMode={props.inputMode ?? 'text'}
        placeholder={props.placeholder ?? ''}
        intent={problem === null ? 'none' : 'danger'}
        aria-invalid={problem !== null}
        {...(props.leftIcon ? { leftIcon: props.leftIcon } : {})}
        {...(props.rightElement ? { rightElement: props.rightElement } : {})}
        {...(props.inputRef ? { inputRef: props.inputRef } : {})}
      />
      {problem === null ? (
        props.hint && (
          <span id={`${id}-note`} className={css['note']}>
            {props.hint}
          </span>
        )
      ) : (
        <span id={`${id}-note`} className={css['hint']}>
          {problem}
        </span>
      )}
    </div>
  )
}
