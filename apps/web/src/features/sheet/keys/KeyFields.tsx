import { InputGroup } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import css from './keys.module.css'

export const Labelled = (props: { label: string; children: ReactNode }) => (
  <label className={css['labelled']}>
    <span>{props.label}</span>
    {props.children}
  </label>
)

export const ScoreInput = (props: {
  id?: string
  value: string
  onChange: (text: string) => void
}) => (
  <InputGroup
    {...(props.id ? { id: props.id } : {})}
    className={css['score'] ?? ''}
    inputMode="decimal"
    value={props.value}
    onValueChange={props.onChange}
    rightElement={<span className={css['unit']}>分</span>}
  />
)
