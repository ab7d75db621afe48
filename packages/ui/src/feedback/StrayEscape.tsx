import { useOverlayStack } from '@blueprintjs/core'
import { useEffect } from 'react'

/**
 * Lets Escape close the dialog on top while nothing has the focus. Stands once, beside the screens.
 *
 * Blueprint hears Escape only inside a dialog. The focus is nowhere for a moment after a dialog
 * above it has closed, and for good after the button that had it went away or was disabled.
 */
export function StrayEscape() {
  const { getLastOpened } = useOverlayStack()
  useEffect(() => {
    const closeTop = (): boolean => {
      const top = getLastOpened()
      const element = top?.containerElement.current
      // Tooltips and menus never hold the focus: Escape is not meant for them alone.
      if (!element?.isConnected || !top?.props.enforceFocus || !top.props.hasBackdrop) return false
      element.dispatchEvent(new KeyboardEvent('keydown', ESCAPE))
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.target !== document.body) return
      if (closeTop()) {
        event.preventDefault()
        // The page under the dialog has keys of its own.
        event.stopPropagation()
      } else if (getLastOpened()) {
        // A dialog that has just gone leaves the stack after the next picture.
        requestAnimationFrame(closeTop)
      }
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [getLastOpened])
  return null
}

const ESCAPE = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
