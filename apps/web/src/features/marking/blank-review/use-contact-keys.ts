import { useLayoutEffect } from 'react'

/** Papers in one row of the grid; the style sheet says the same. */
const COLUMNS = 4

interface Keys {
  count: number
  current: number
  onMove: (index: number) => void
  onToggle: () => void
  onFinish: () => void
  onDarker: () => void
}

/** The contact sheet without a mouse: arrows move, Space toggles, Enter finishes, D darkens. */
export function useContactKeys(keys: Keys): void {
  // Listens on the window: the grid as a whole is worked with, whatever has the focus.
  useLayoutEffect(() => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -COLUMNS,
      ArrowDown: COLUMNS,
    }
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [role="dialog"]')
      )
        return
      const step = steps[event.key]
      if (step !== undefined)
        keys.onMove(Math.max(0, Math.min(keys.count - 1, keys.current + step)))
      else if (event.key === ' ') keys.onToggle()
      else if (event.key === 'Enter') {
        // A key that rests would press the button that has the focus again and again.
        if (!event.repeat) keys.onFinish()
      } else if (event.key === 'd' || event.key === 'D') keys.onDarker()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
