import { type KeyboardEvent, useState } from 'react'

/** Whether caps lock is on, as far as the keys pressed in a field tell. */
export function useCapsLock() {
  const [isOn, setIsOn] = useState(false)
  const watch = (event: KeyboardEvent) => setIsOn(event.getModifierState('CapsLock'))
  return { isOn, handlers: { onKeyDown: watch, onKeyUp: watch, onBlur: () => setIsOn(false) } }
}
