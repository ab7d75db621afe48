import { create } from 'zustand'
import { type Contrast, CONTRASTS, nextContrast } from '../queue/darken.ts'
import { ownKey } from './kept-view.ts'
import { keepHere } from '@hengjuan/ui'

/** Each person's choice for each block, as far as this page knows it. */
const useChoices = create<Readonly<Record<string, Contrast>>>(() => ({}))

const keyOf = (blockId: number): string => ownKey(`contrast-${blockId}`)

function kept(blockId: number): Contrast {
  const step = Number(localStorage.getItem(keyOf(blockId)))
  return step in CONTRASTS ? (step as Contrast) : 0
}

/** How dark the papers of a block are shown to this browser's user. */
export const contrastOf = (blockId: number): Contrast =>
  useChoices.getState()[keyOf(blockId)] ?? kept(blockId)

/** The same, followed. */
export const useContrast = (blockId: number): Contrast =>
  useChoices((choices) => choices[keyOf(blockId)]) ?? kept(blockId)

export function chooseContrast(blockId: number, contrast: Contrast): void {
  keepHere(keyOf(blockId), String(contrast))
  useChoices.setState({ [keyOf(blockId)]: contrast })
}

/** One step darker; after the darkest, as scanned. @returns what to say about it */
export function turnContrast(blockId: number): string {
  const contrast = nextContrast(contrastOf(blockId))
  chooseContrast(blockId, contrast)
  return `图像加深：${CONTRASTS[contrast]}`
}
