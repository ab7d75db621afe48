import type { ImageViewerHandle } from '@hengjuan/ui'
import type { Tool } from '../annotate/tool.ts'
import type { DeskAction } from './desk-actions.ts'
import type { KeyBindings } from './key-profile.ts'

/** The keys of the buttons over the image. */
export const viewerKeys = (bindings: KeyBindings) =>
  Object.fromEntries(
    (['zoomOut', 'zoomIn', 'fitWidth', 'rotate'] as const).flatMap((action) => {
      const key = bindings[action][0]
      return key === undefined ? [] : [[action, key] as const]
    }),
  )

const SCROLL_PX = 320
const ZOOM = 1.25

/** Zoom, turn and scroll by key. @returns whether the action is one of these */
export function moveImage(action: DeskAction, image: ImageViewerHandle | null): boolean {
  switch (action) {
    case 'zoomIn':
      image?.zoomBy(ZOOM)
      return true
    case 'zoomOut':
      image?.zoomBy(1 / ZOOM)
      return true
    case 'fitWidth':
      image?.fitWidth()
      return true
    case 'rotate':
      image?.rotate()
      return true
    case 'scrollDown':
      image?.readOn(SCROLL_PX)
      return true
    case 'scrollUp':
      image?.readOn(-SCROLL_PX)
      return true
    default:
      return false
  }
}

/** The tool after a key: the same key again puts it down, and so does what clears. Null for other actions. */
export function toolAfter(action: DeskAction, tool: Tool): Tool | null {
  switch (action) {
    case 'pen':
    case 'tick':
    case 'cross':
    case 'half':
    case 'text':
    case 'stamp':
    case 'eraser':
      return tool === action ? 'select' : action
    case 'clearAll':
      return tool === 'select' ? null : 'select'
    default:
      return null
  }
}
