import { useLayoutEffect } from 'react'

const TURNS: Record<string, number> = { '[': -1, ArrowUp: -1, ']': 1, ArrowDown: 1 }

/** Arrows and brackets turn the pages from wherever the focus is. */
export function usePageTurns(step: (by: number) => void): void {
  // Before the table takes the arrows.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const by = TURNS[event.key]
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select')
      if (by === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      step(by)
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  })
}
