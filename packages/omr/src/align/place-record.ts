import type { PageMemory } from '../kernels/page-memory.ts'
import type { Address } from '../kernels/wasm/kernel-exports.ts'
import type { InkView } from './ink-view.ts'
import { writeLocalView } from './ink-view.ts'

/** Bytes of a place as the kernels take it; its layout is told in packages/omr/wasm. */
export const placeBytes = 96

/** Writes a place of the sheet for the kernels; what else belongs to it follows with `writeExtras`. */
export function writePlace(
  { floats }: PageMemory,
  at: Address,
  view: InkView,
  xMm: number,
  yMm: number,
): void {
  writeLocalView(view, xMm, yMm, floats, at >> 3)
}

/**
 * Writes many places, one after the other.
 *
 * @param points x and y of each, sheet millimetres
 * @param spare  room for the points and the paper's tiles, which may be overwritten
 */
export function writePlaces(
  memory: PageMemory,
  at: Address,
  view: InkView,
  points: ArrayLike<number>,
  spare: Address,
): void {
  const count = points.length >> 1
  if (view.feed) {
    for (let i = 0; i < count; i++) {
      writePlace(memory, at + i * placeBytes, view, points[2 * i]!, points[2 * i + 1]!)
    }
    return
  }
  const { tile, columns, rows, level } = view.white
  const map = spare + 16 * count
  const levels = map + 72
  if (levels + level.length > memory.workEnd) throw new RangeError('too many places at once')
  memory.floats.set(points, spare >> 3)
  memory.floats.set(view.toPx, map >> 3)
  memory.bytes.set(level, levels)
  const { kernels } = memory
  kernels.writePlaces(spare, count, map, tile, columns, rows, levels, view.inkShare, at)
}

/** Two lengths in millimetres and a whole number that belong to a place. */
export function writeExtras(
  { floats, ints }: PageMemory,
  at: Address,
  first: number,
  second: number,
  third: number,
): void {
  floats[(at >> 3) + 8] = first
  floats[(at >> 3) + 9] = second
  ints[(at >> 2) + 20] = third
}
