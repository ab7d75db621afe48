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
