import { PanelEdge } from './PanelEdge.tsx'
import { PanelGrip } from './PanelGrip.tsx'
import type { PanelFrame } from './use-panel-frame.ts'

/** What the panel of scores is taken hold of by: its edge beside the paper, or a grip where it floats. */
export const PanelHold = ({ frame, blockId }: { frame: PanelFrame; blockId: number }) =>
  frame.side === 'float' ? (
    <PanelGrip onPlace={frame.setPlace} />
  ) : (
    <PanelEdge side={frame.side} blockId={blockId} width={frame.width} onWidth={frame.setWidth} />
  )
