import { useOverlayStack } from '@blueprintjs/core'
import { useLayoutEffect } from 'react'
import { keepComposedKeys } from './composed-keys.ts'
import { isFading } from './fading.ts'

/** Keys of an input method are nobody else's. Stands once, beside the screens, before whatever hears keys. */
export function ComposedKeys() {
  useLayoutEffect(() => keepComposedKeys(window), [])
  return null
}

/**
 * Lets Escape close the dialog on top while the focus is not in it. Stands once, beside the screens.
 *
 * Blueprint hears Escape only inside a dialog. The focus is elsewhere for a moment after a dialog has
 * opened or one above it has closed, and nowhere for good after the button that had it went away or was
 * disabled.
 */
export function StrayEscape() {
  const { getLastOpened } = useOverlayStack()
  useLayoutEffect(() => {
    /** @returns whether the key was for a dialog */
    const closeTop = (target: Element): boolean => {
      const top = getLastOpened()
      const element = top?.containerElement.current
      // Tooltips and menus never hold the focus: Escape is not meant for them alone.
      if (!element?.isConnected || !top?.props.enforceFocus || !top.props.hasBackdrop) return false
      if (element.querySelector(':scope > .bp6-overlay-exit') !== null) return false
      if (element.contains(target)) return false
      element.dispatchEvent(new KeyboardEvent('keydown', ESCAPE))
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !event.isTrusted) return
      const { target } = event
      if (!(target instanceof Element)) return
      if (closeTop(target)) {
        event.preventDefault()
        // The page under the dialog has keys of its own, and so has the dialog below.
        event.stopPropagation()
      } else if (target === document.body || isFading(target) || !getLastOpened()) {
        // A dialog that has just come or gone is on the stack, or off it, after the next picture.
        requestAnimationFrame(() => closeTop(target))
      }
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [getLastOpened])
  return null
}

const ESCAPE = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
