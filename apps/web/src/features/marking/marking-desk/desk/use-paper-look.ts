import { type ImageViewerHandle, keepHere } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { keepArrangement, keptArrangement } from '../../marking-core/paper/kept-view.ts'
import { usePanelFrame } from './use-panel-frame.ts'

const RULER = 'hengjuan-word-ruler'

/** How the papers of a block are looked at, which is kept from paper to paper. */
export function usePaperLook(blockId: number) {
  const viewer = useRef<ImageViewerHandle>(null)
  const [arrangement, setArrangement] = useState(() => keptArrangement(blockId))
  const [isRuled, setRuled] = useState(() => localStorage.getItem(RULER) !== 'off')
  return {
    viewer,
    /** Where the scores stand. */
    panel: usePanelFrame(blockId),
    /** How the images of an answer that continues on another page lie. */
    arrangement,
    turnParts: () => {
      const next = arrangement === 'stack' ? 'row' : 'stack'
      keepArrangement(blockId, next)
      setArrangement(next)
    },
    /** Are the words of compositions ruled on this browser? */
    isRuled,
    turnRuler: () => {
      keepHere(RULER, isRuled ? 'off' : 'on')
      setRuled(!isRuled)
    },
  }
}

export type PaperLook = ReturnType<typeof usePaperLook>
