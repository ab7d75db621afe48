import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { BlankIcon, TickIcon } from '@blueprintjs/icons'
import { chooseTheme, KeyHint, THEMES, type Theme, useTheme } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { useBindings } from '../../marking-core/keys/bindings.ts'
import { type Contrast, CONTRASTS } from '../../marking-core/queue/darken.ts'
import { chooseContrast, useContrast } from '../../marking-core/paper/contrast.ts'
import { PANEL_SIDES, type PanelSide } from '../../marking-core/paper/kept-view.ts'
import type { PanelFrame } from './use-panel-frame.ts'

/** How a page with a paper and scores beside it is looked at: place of the panel, how dark faint writing is, tone. */
export function LookMenu(props: {
  blockId: number
  panel: PanelFrame
  /** What else the page has, above these. */
  children?: ReactNode
}) {
  const theme = useTheme()
  const contrast = useContrast(props.blockId)
  const [contrastKey] = useBindings().contrast
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu>
          {props.children}
          <MenuDivider title="给分面板" />
          {Object.entries(PANEL_SIDES).map(([side, label]) => (
            <MenuItem
              key={side}
              text={label}
              icon={tickIf(side === props.panel.side)}
              aria-current={side === props.panel.side || undefined}
              onClick={() => props.panel.setSide(side as PanelSide)}
            />
          ))}
          <MenuDivider title="图像加深" />
          {CONTRASTS.map((label, step) => (
            <MenuItem
              key={label}
              text={label}
              icon={tickIf(step === contrast)}
              aria-current={step === contrast || undefined}
              labelElement={step === 0 && contrastKey ? <KeyHint keys={contrastKey} /> : undefined}
              onClick={() => chooseContrast(props.blockId, step as Contrast)}
            />
          ))}
          <MenuDivider title="色调" />
          {Object.entries(THEMES).map(([name, label]) => (
            <MenuItem
              key={name}
              text={label}
              icon={tickIf(name === theme)}
              aria-current={name === theme || undefined}
              onClick={() => chooseTheme(name as Theme)}
            />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" aria-label="更多" title="更多">
        ☰
      </Button>
    </PopoverNext>
  )
}

/** What is chosen carries a tick; the others stand in line with it. */
export const tickIf = (isChosen: boolean) => (isChosen ? <TickIcon /> : <BlankIcon />)
