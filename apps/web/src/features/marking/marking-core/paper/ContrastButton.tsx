import { ContrastIcon } from '@blueprintjs/icons'
import { ViewerTool } from '@hengjuan/ui'
import { CONTRASTS } from '../queue/darken.ts'
import { turnContrast, useContrast } from './contrast.ts'

/** Among the buttons over the image: shows faint writing darker, step by step. */
export function ContrastButton(props: { blockId: number; keys: string | undefined }) {
  const contrast = useContrast(props.blockId)
  return (
    <ViewerTool
      title={`图像加深：${CONTRASTS[contrast]}`}
      icon={<ContrastIcon />}
      keys={props.keys}
      active={contrast > 0}
      onClick={() => turnContrast(props.blockId)}
    />
  )
}
