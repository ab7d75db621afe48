import type { useOneByOne } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { useContrast } from '../../marking-core/paper/contrast.ts'
import { ContrastFilter, contrastStyle } from './ContrastFilter.tsx'
import { freeKeys } from './free-keys.ts'
import { useKeyBadges } from './use-key-badges.ts'
import type { PanelFrame } from './use-panel-frame.ts'
import css from './desk.module.css'

/** A page with a paper and scores beside it: where the panel stands, how dark the pictures are, whether keys are shown. */
export function DeskFrame(props: {
  testId: string
  blockId: number
  panel: PanelFrame
  /** Of a desk on which one paper after another is decided. */
  here?: ReturnType<typeof useOneByOne>['here']
  children: ReactNode
}) {
  const contrast = useContrast(props.blockId)
  const hasBadges = useKeyBadges()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- takes the focus off what was clicked, nothing else
    <div
      {...props.here}
      className={css['root']}
      data-testid={props.testId}
      onClick={freeKeys}
      data-side={props.panel.side}
      style={{ ...props.panel.style, ...contrastStyle(contrast) }}
      data-badges={hasBadges || undefined}
    >
      <ContrastFilter contrast={contrast} />
      {props.children}
    </div>
  )
}
