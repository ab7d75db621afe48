import { Button } from '@blueprintjs/core'
import { KeyHint } from '@hengjuan/ui'
import { usePageKeys } from '@hengjuan/scan-review'
import { useEffect, useRef, useState } from 'react'
import css from './review.module.css'

/** How long a decision is held that no machine agrees with. */
const HOLD_MS = 1200

/** Acts when it was held down, with the pointer or its key, so that it never happens by the way. */
export function HoldButton(props: {
  text: string
  /** A single letter; absent while something else has the keys. */
  hotkey?: string
  disabled: boolean
  onHeld: () => void
}) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<number | undefined>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const hold = () => {
    if (props.disabled || timer.current !== undefined) return
    setHeld(true)
    timer.current = window.setTimeout(() => {
      setHeld(false)
      props.onHeld()
    }, HOLD_MS)
  }
  // A button that goes away is no longer held.
  useEffect(() => () => clearTimeout(timer.current), [])
  usePageKeys(props.hotkey ? { [props.hotkey]: hold, [`up:${props.hotkey}`]: release } : {})
  return (
    <Button
      className={css['hold'] ?? ''}
      data-held={isHeld || undefined}
      disabled={props.disabled}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
    >
      {isHeld ? '请继续按住' : props.text}{' '}
      {props.hotkey && <KeyHint keys={props.hotkey.toUpperCase()} />}
    </Button>
  )
}
