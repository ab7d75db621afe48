import { type CSSProperties, useState } from 'react'
import { keepSide, keptPanelPlace, keptPanelWidth, keptSide, type PanelPlace } from './kept-view.ts'

/** Where the score panel stands and how wide it is; kept from paper to paper. */
export function usePanelFrame(blockId: number) {
  const [side, setSide] = useState(keptSide)
  const [place, setPlace] = useState(keptPanelPlace)
  const [width, setWidth] = useState(() => keptPanelWidth(blockId))
  return {
    side,
    setSide: (next: typeof side) => {
      keepSide(next)
      setSide(next)
    },
    setPlace,
    width,
    setWidth,
    style: styleOf(width, place),
  }
}

export type PanelFrame = ReturnType<typeof usePanelFrame>

const styleOf = (width: number | null, place: PanelPlace): CSSProperties =>
  ({
    ...(width === null ? {} : { '--panel': `${width}px` }),
    '--panel-right': `${place.right}px`,
    '--panel-top': `${place.top}px`,
  }) as CSSProperties
