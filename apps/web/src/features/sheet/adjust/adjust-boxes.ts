import type { Box, ElementKey } from './elements.ts'

/** Corners and edges that an element is stretched by. */
export const HANDLES = ['nw', 'ne', 'se', 'sw'] as const

export type Handle = (typeof HANDLES)[number]

export type Drag =
  | { kind: 'move'; x: number; y: number; dx: number; dy: number; keys: ReadonlySet<ElementKey> }
  | { kind: 'resize'; key: ElementKey; handle: Handle; from: Box; to: Box }
  | { kind: 'band'; from: { x: number; y: number }; to: { x: number; y: number } }

export function toggled(keys: ReadonlySet<ElementKey>, key: ElementKey): ReadonlySet<ElementKey> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

export const shifted = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: box.x + dx,
  y: box.y + dy,
})

export function stretchedBox(
  { from, handle }: Extract<Drag, { kind: 'resize' }>,
  at: { x: number; y: number },
): Box {
  const left = handle.endsWith('w') ? Math.min(at.x, from.x + from.width - 1) : from.x
  const top = handle.startsWith('n') ? Math.min(at.y, from.y + from.height - 1) : from.y
  const right = handle.endsWith('w') ? from.x + from.width : Math.max(at.x, from.x + 1)
  const bottom = handle.startsWith('n') ? from.y + from.height : Math.max(at.y, from.y + 1)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function boxBetween(a: { x: number; y: number }, b: { x: number; y: number }): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
}

export const isWithin = (box: Box, band: Box) =>
  box.x >= band.x &&
  box.y >= band.y &&
  box.x + box.width <= band.x + band.width &&
  box.y + box.height <= band.y + band.height
