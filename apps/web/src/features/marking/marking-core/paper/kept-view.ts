import { keepHere, type PartsArrangement, type View } from '@hengjuan/ui'
import { storedUserId } from '../../../../session/session-store.ts'
import { DESK_VIEWS, type DeskView } from './desk-sheet.ts'

/** Teachers share computers: what one left here is not the next one's. */
export const ownKey = (name: string): string => `hengjuan-${storedUserId() ?? ''}-${name}`

const keyOf = (blockId: number): string => ownKey(`view-${blockId}`)
const WRITE_AFTER_MS = 400

interface KeptView extends View {
  /** Width of the window that it was chosen in. */
  windowWidth?: number
}

/** How this block was last looked at on this browser; on a window of another width one begins anew. */
export function keptView(blockId: number): View | undefined {
  const text = localStorage.getItem(keyOf(blockId))
  if (text === null) return undefined
  const { windowWidth, ...view } = JSON.parse(text) as KeptView
  return windowWidth === window.innerWidth ? view : undefined
}

/** What the hand moves and nobody wrote yet. */
let unwritten: { key: string; view: KeptView; timer: ReturnType<typeof setTimeout> } | null = null

/** Called for every painted frame; written once the hand rests. */
export function keepView(blockId: number, view: View): void {
  const key = keyOf(blockId)
  if (unwritten?.key !== key) writeView()
  clearTimeout(unwritten?.timer)
  unwritten = {
    key,
    view: { ...view, windowWidth: window.innerWidth },
    timer: setTimeout(writeView, WRITE_AFTER_MS),
  }
}

/** Writes at once what still waits for the hand to rest: before the page or the block is left. */
export function writeView(): void {
  if (!unwritten) return
  clearTimeout(unwritten.timer)
  keepHere(unwritten.key, JSON.stringify(unwritten.view))
  unwritten = null
}

const deskKeyOf = (blockId: number): string => ownKey(`desk-${blockId}`)

/** One paper, a strip or a grid: how this block was last marked here. */
export function keptDeskView(blockId: number): DeskView {
  const view = localStorage.getItem(deskKeyOf(blockId))
  return view !== null && Object.hasOwn(DESK_VIEWS, view) ? (view as DeskView) : 'single'
}

export const keepDeskView = (blockId: number, view: DeskView): void =>
  keepHere(deskKeyOf(blockId), view)

/** How wide the panel of scores may be: pixels, and the share of the window that leaves the image its 70 %. */
export const PANEL = { least: 220, usual: 312, mostShare: 0.3, step: 16 } as const

const widthKeyOf = (blockId: number): string => ownKey(`panel-${blockId}`)

/** How wide this block's panel was left on this browser, in pixels; null for the usual width. */
export function keptPanelWidth(blockId: number): number | null {
  const width = Number(localStorage.getItem(widthKeyOf(blockId)))
  return width >= PANEL.least ? width : null
}

export function keepPanelWidth(blockId: number, width: number | null): void {
  if (width === null) localStorage.removeItem(widthKeyOf(blockId))
  else keepHere(widthKeyOf(blockId), String(width))
}

const partsKeyOf = (blockId: number): string => ownKey(`parts-${blockId}`)

/** How the images of an answer that continues on another page lie in this block. */
export const keptArrangement = (blockId: number): PartsArrangement =>
  localStorage.getItem(partsKeyOf(blockId)) === 'row' ? 'row' : 'stack'

export const keepArrangement = (blockId: number, arrangement: PartsArrangement): void =>
  keepHere(partsKeyOf(blockId), arrangement)

const referenceKey = (): string => ownKey('reference')

/** Is this browser's user told after handing in what a second reader gave? */
export const keptReference = (): boolean => localStorage.getItem(referenceKey()) !== 'off'

export const keepReference = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(referenceKey()) : keepHere(referenceKey(), 'off')

const sideKey = (): string => ownKey('panel-side')

/** Where the scores are: left-handed people like them at the left, others over the paper. */
export const PANEL_SIDES = { right: '在右侧', left: '在左侧', float: '浮在试卷上' } as const
export type PanelSide = keyof typeof PANEL_SIDES

/** Where this browser's user has the scores. */
export function keptSide(): PanelSide {
  const side = localStorage.getItem(sideKey())
  return side !== null && Object.hasOwn(PANEL_SIDES, side) ? (side as PanelSide) : 'right'
}

export const keepSide = (side: PanelSide): void => keepHere(sideKey(), side)

/** Of the floating panel: pixels from the right and upper edge of the window. */
export interface PanelPlace {
  right: number
  top: number
}

const placeKey = (): string => ownKey('panel-place')

export function keptPanelPlace(): PanelPlace {
  const text = localStorage.getItem(placeKey())
  return text === null ? { right: 24, top: 56 } : (JSON.parse(text) as PanelPlace)
}

export const keepPanelPlace = (place: PanelPlace): void =>
  keepHere(placeKey(), JSON.stringify(place))
