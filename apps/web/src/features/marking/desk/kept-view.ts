import type { View } from '@hengjuan/ui'

const keyOf = (blockId: number): string => `hengjuan-view-${blockId}`
const WRITE_AFTER_MS = 400

let timer: ReturnType<typeof setTimeout> | undefined

/** How this block was last looked at on this browser. */
export function keptView(blockId: number): View | undefined {
  const text = localStorage.getItem(keyOf(blockId))
  return text === null ? undefined : (JSON.parse(text) as View)
}

/** Called for every painted frame; written once the hand rests. */
export function keepView(blockId: number, view: View): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    localStorage.setItem(keyOf(blockId), JSON.stringify(view))
  }, WRITE_AFTER_MS)
}

const SIDE = 'hengjuan-panel-side'

/** Where this browser's user has the scores; left-handed people like them at the left. */
export const keptSide = (): 'left' | 'right' =>
  localStorage.getItem(SIDE) === 'left' ? 'left' : 'right'

export const keepSide = (side: 'left' | 'right'): void => localStorage.setItem(SIDE, side)
