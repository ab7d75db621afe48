import { type CSSProperties, useState } from 'react'
import {
  keepSide,
  keptPanelPlace,
  keptPanelWidth,
  keptSide,
  PANEL,
  type PanelPlace,
} from '../../marking-core/paper/kept-view.ts'

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

/** A width that was chosen in a large window leaves the image its share of a small one as well. */
const widthStyle = (width: number): string =>
  `max(${PANEL.least}px, min(${width}px, ${100 * PANEL.mostShare}vw))`

const styleOf = (width: number | null, place: PanelPlace): CSSProperties =>
  ({
    ...(width === null ? {} : { '--panel': widthStyle(width) }),
    '--panel-right': `${place.right}px`,
    '--panel-top': `${place.top}px`,
  }) as CSSProperties
