import type { PartsArrangement } from '@hengjuan/ui'
import { useState } from 'react'
import { keepArrangement, keptArrangement } from '../../marking-core/paper/kept-view.ts'

/** How the images of an answer that continues on another page lie; kept for the block. */
export function useArrangement(
  blockId: number,
): readonly [arrangement: PartsArrangement, turn: () => void] {
  const [arrangement, setArrangement] = useState(() => keptArrangement(blockId))
  const turn = () => {
    const next = arrangement === 'stack' ? 'row' : 'stack'
    keepArrangement(blockId, next)
    setArrangement(next)
  }
  return [arrangement, turn]
}
