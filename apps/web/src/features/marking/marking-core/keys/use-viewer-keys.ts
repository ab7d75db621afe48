import type { ImageViewerHandle } from '@hengjuan/ui'
import type { RefObject } from 'react'
import type { DeskAction } from './desk-actions.ts'
import type { KeyChoiceState } from './use-key-choice.ts'
import { usePageKeys } from './use-page-keys.ts'
import { moveImage } from './viewer-actions.ts'

/**
 * Zoom, turn and scroll by the keys that the caller has for them on the marking page, where a paper is only looked at
 * or checked.
 *
 * @param more what else a key does there; says whether it was one of its own
 */
export function useViewerKeys(
  keys: Pick<KeyChoiceState, 'actions'>,
  viewer: RefObject<ImageViewerHandle | null>,
  more: (action: DeskAction) => boolean,
): void {
  usePageKeys(keys.actions, (key) => {
    const action = keys.actions.get(key)
    return action !== undefined && (more(action) || moveImage(action, viewer.current))
  })
}
