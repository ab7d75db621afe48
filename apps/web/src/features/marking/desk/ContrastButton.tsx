import { Button } from '@blueprintjs/core'
import { ContrastIcon } from '@blueprintjs/icons'
import { CONTRASTS } from '../queue/darken.ts'
import { turnContrast, useContrast } from './contrast.ts'

/** Among the buttons over the image: shows faint writing darker, step by step. */
export function ContrastButton({ blockId }: { blockId: number }) {
  const contrast = useContrast(blockId)
  const title = `图像加深：${CONTRASTS[contrast]}`
  return (
    <Button
      icon={<ContrastIcon />}
      title={title}
      aria-label={title}
      active={contrast > 0}
      onClick={() => turnContrast(blockId)}
    />
  )
}
