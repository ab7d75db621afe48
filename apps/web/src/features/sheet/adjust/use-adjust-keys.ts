import { isFading } from '@hengjuan/ui'
import { useLayoutEffect, useRef } from 'react'
import type { AdjustWork } from './use-adjust-work.ts'

const STEP_MM = 0.1
const LONG_STEP_MM = 1
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Acts {
  work: AdjustWork
  /** To the next doubtful part, or the one before. */
  step: (by: 1 | -1) => void
  zoom: (by: 1 | -1 | 'fit') => void
  save: () => void
}

/** Keys of the page; they rest while somebody types in a field or a dialog is open. */
export function useAdjustKeys(acts: Acts): void {
  const latest = useRef(acts)
  // The listener stays; what it calls is that of the last rendering.
  useLayoutEffect(() => {
    latest.current = acts
  })
  // Keys act wherever the focus is on the page.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (target.closest('[role="dialog"]') && !isFading(target)) return
      if (isSaving(event)) {
        event.preventDefault()
        latest.current.save()
        return
      }
      if (target.closest('input, select, textarea') && !isFading(target)) return
      if (act(latest.current, event)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const isSaving = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'

function act({ work, step, zoom }: Acts, event: KeyboardEvent): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !event.shiftKey) work.undo?.()
    else if (key === 'y' || key === 'z') work.redo?.()
    else if (key === 'd') work.copy()
    else if (key === 'a') work.choose(new Set(work.elements.map((element) => element.key)))
    else return false
    return true
  }
  const arrow = ARROWS[event.key]
  if (arrow && work.chosen.size > 0) {
    const by = event.shiftKey ? LONG_STEP_MM : STEP_MM
    work.nudge(arrow[0] * by, arrow[1] * by)
    return true
  }
  switch (key) {
    case 'n':
      step(1)
      return true
    case 'p':
      step(-1)
      return true
    case 'x':
      work.cut()
      return true
    case 'm':
      work.merge?.()
      return true
    case '+':
    case '=':
      zoom(1)
      return true
    case '-':
      zoom(-1)
      return true
    case '0':
      zoom('fit')
      return true
    case 'Delete':
    case 'Backspace':
      if (work.chosen.size > 0) work.remove()
      return true
    case 'Escape':
      work.choose(new Set())
      return true
    default:
      return false
  }
}
