import type { ImageViewerHandle } from '@hengjuan/ui'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import { isLetterKey, keyName } from '../../marking-core/keys/key-name.ts'
import type { KeyChoiceState } from '../../marking-core/keys/use-key-choice.ts'
import { moveImage } from '../../marking-core/keys/viewer-actions.ts'

/** Where keys are text. */
const TEXT = 'textarea, input:not([type="checkbox"], [type="radio"]), [contenteditable]'
/** Where keys move among choices, or press. */
const CHOICE = 'select, input, button, a'

/**
 * The first key that does something in the dialog, for its hint; null where there is none, or where single letters
 * are switched off.
 */
export const hintKey = ({ bindings, choice }: KeyChoiceState, action: DeskAction): string | null =>
  bindings[action].find((key) => !(choice.lettersOff && isLetterKey(key))) ?? null

/** Keys of the picker, as everyone has them on the leader's page; the dialog has the keys of the page under it. */
export function usePickerKeys(options: {
  keys: KeyChoiceState
  viewer: RefObject<ImageViewerHandle | null>
  onPick: () => void
  onStep: (by: 1 | -1) => void
}): void {
  const latest = useRef(options)
  // Keys come between renders; they go by the latest one.
  useLayoutEffect(() => {
    latest.current = options
  })
  // The focus may be nowhere once a button has gone, so keys are heard at the document.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { keys, viewer, onPick, onStep } = latest.current
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(TEXT)) return
      const key = keyName(event)
      if (key === null || (keys.choice.lettersOff && isLetterKey(key))) return
      const action = keys.actions.get(key)
      if (action === undefined) return
      // The purpose that was just chosen still has the focus; picking is no key of a list of choices.
      if (action === 'benchmark') {
        // A key that is held would pick every paper that comes.
        if (!event.repeat) onPick()
      } else if (isNarrow(key) && target?.closest(CHOICE)) return
      else if (action === 'next') onStep(1)
      else if (action === 'previous') onStep(-1)
      else if (!moveImage(action, viewer.current)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** A key that a list of choices or a button has itself. */
const isNarrow = (key: string): boolean => /Space|Enter|Page|[↑↓←→]/.test(key)
