import { Classes } from '@blueprintjs/core'

export const Field = (props: {
  label: string
  value: string
  onChange: (value: string) => void
  isFirst?: boolean
}) => (
  <label>
    {props.label}
    <input
      className={Classes.INPUT}
      value={props.value}
      autoFocus={props.isFirst}
      onChange={(event) => props.onChange(event.target.value)}
    />
  </label>
)
