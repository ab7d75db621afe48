import type { ReactNode } from 'react'

/** A control with its name before it. */
export const FormRow = (props: { label: string; children: ReactNode }) => (
  <label>
    <span>{props.label}</span>
    {props.children}
  </label>
)
