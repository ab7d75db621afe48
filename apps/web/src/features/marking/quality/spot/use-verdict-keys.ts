import { useLayoutEffect } from 'react'
import { keyName } from '../../marking-core/keys/key-name.ts'
import { afterTypedKey } from './typed-key.ts'

/** Where keys are text; a tick box or a switch that has the focus is none. */
const TEXT_FIELD = 'select, textarea, input:not([type="checkbox"], [type="radio"])'

/** Enter agrees, a number corrects, Ctrl+Backspace sends back: wherever the focus is, as on the marking page. */
export function useVerdictKeys(keys: {
  /** As it is typed so far. */
  score: string
  onScore: (score: string) => void
  /** What is pressed before the next paper is there must not be said of either of them. */
  isSending: boolean
  onAgree: () => void
  onSendBack: () => void
}): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('[role="dialog"], select') && !target.closest('[data-reading]')) return
      if (keys.isSending) return
      const isTyping = target !== null && target.closest(TEXT_FIELD) !== null
      if (event.ctrlKey && event.key === 'Backspace') {
        event.preventDefault()
        keys.onSendBack()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const key = keyName(event) ?? ''
      const typed = isTyping ? null : afterTypedKey(keys.score, key)
      if (event.key === 'Enter') {
        if (target?.closest('textarea, button, a')) return
        event.preventDefault()
        keys.onAgree()
      } else if (typed !== null) keys.onScore(typed)
      // In another field Esc is about what is written there.
      else if (key === 'Esc' && (!isTyping || target.closest('[data-score]'))) keys.onScore('')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
