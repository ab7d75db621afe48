import { InputGroup } from '@blueprintjs/core'
import { formatMilli, type Milli, parseMilli } from '@hengjuan/domain'
import { useState } from 'react'

const [LEAST, MOST] = [1000, 1_000_000]

/** A full mark in points; what is none goes no further than the box. */
export function MilliInput(props: {
  label: string
  value: Milli
  onChange: (milli: Milli) => void
}) {
  const [text, setText] = useState(formatMilli(props.value))
  const milli = parseMilli(text)
  const isWrong = milli === null || milli < LEAST || milli > MOST
  return (
    <InputGroup
      aria-label={props.label}
      size="small"
      inputMode="decimal"
      style={{ width: 72 }}
      intent={isWrong ? 'danger' : 'none'}
      value={text}
      onValueChange={(next) => {
        setText(next)
        const read = parseMilli(next)
        if (read !== null && read >= LEAST && read <= MOST) props.onChange(read)
      }}
      onBlur={() => setText(formatMilli(props.value))}
    />
  )
}
