import {
  type Area,
  type Edges,
  moved,
  type Page,
  type Region,
  regionOf,
  snapped,
} from './block-draft.ts'

/** Which frame of which block. */
export interface Frame {
  key: string
  index: number
}

export type Grip = 'new' | 'move' | 'nw' | 'ne' | 'sw' | 'se'

/** A drag under way: from where, and what it has become so far. */
export interface Drag {
  frame: Frame | null
  grip: Grip
  start: { x: number; y: number }
  from: Edges
  now: Region
}

export const STEP_MM = 1

export const FAST_MM = 5

/** A shorter drag was meant as a click. */
export const CLICK_MM = 2

export const GRIP_MM = 3.2

export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function dragged(
  page: Page,
  areas: readonly Area[],
  { grip, start, from, now }: Drag,
  at: { x: number; y: number },
): Region {
  const [dx, dy] = [at.x - start.x, at.y - start.y]
  if (grip === 'move') {
    return moved(page, { ...now, ...regionOf(page, from) }, dx, dy)
  }
  const edges =
    grip === 'new'
      ? { ...from, right: at.x, bottom: at.y }
      : {
          left: grip.endsWith('w') ? from.left + dx : from.left,
          right: grip.endsWith('e') ? from.right + dx : from.right,
          top: grip.startsWith('n') ? from.top + dy : from.top,
          bottom: grip.startsWith('s') ? from.bottom + dy : from.bottom,
        }
  return regionOf(page, snapped(edges, areas, page.page))
}
