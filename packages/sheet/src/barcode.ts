import bwipjs from 'bwip-js/node'
import type { Primitive, Slot } from './geometry.ts'
import { GREY, TEXT } from './measures.ts'

const QUIET_MODULES = 10
const WIDEST_MODULE = 0.5
const HEIGHT = 13

/** Bars and text of a Code128 that fits a slot, with ten modules of quiet on either side. */
export function barcodePrimitives(text: string, slot: Slot): Primitive[] {
  const symbol = bwipjs.raw({ bcid: 'code128', text }) as { sbs: number[] }[]
  const runs = symbol[0]!.sbs
  const modules = runs.reduce((sum, run) => sum + run, 0)
  const module = Math.min(WIDEST_MODULE, slot.widthMm / (modules + 2 * QUIET_MODULES))
  const heightMm = Math.min(HEIGHT, slot.heightMm - 10)
  const yMm = slot.yMm + (slot.heightMm - heightMm - 5) / 2
  let xMm = slot.xMm + (slot.widthMm - modules * module) / 2
  const bars: Primitive[] = []
  for (const [index, run] of runs.entries()) {
    const widthMm = run * module
    if (index % 2 === 0)
      bars.push({ kind: 'rect', xMm, yMm, widthMm, heightMm, fillGrey: GREY.black })
    xMm += widthMm
  }
  const label: Primitive = {
    kind: 'text',
    text,
    xMm: slot.xMm + slot.widthMm / 2,
    yMm: yMm + heightMm + 4,
    sizeMm: TEXT.body,
    align: 'middle',
    bold: false,
    grey: GREY.text,
  }
  return [...bars, label]
}
