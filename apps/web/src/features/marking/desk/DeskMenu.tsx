import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { BlankIcon, TickIcon } from '@blueprintjs/icons'
import {
  chooseTheme,
  KeyHint,
  type PartsArrangement,
  THEMES,
  type Theme,
  useTheme,
} from '@hengjuan/ui'
import type { KeyBindings } from '../keys/key-profile.ts'
import { type Contrast, CONTRASTS } from '../queue/darken.ts'
import { PANEL_SIDES, type PanelSide } from './kept-view.ts'

/** What is rarely needed: search, whole paper, place of the panel, paper tone, keys. */
export function DeskMenu(props: {
  bindings: KeyBindings
  side: PanelSide
  onSide: (side: PanelSide) => void
  onSearch: () => void
  onWhole: () => void
  onKeys: () => void
  arrangement: PartsArrangement
  onArrangement: () => void
  /** How dark faint writing is shown. */
  contrast: Contrast
  onContrast: (contrast: Contrast) => void
  /** Is the score of a second reader shown after handing in? Null where none reads the block. */
  isReferenceOn: boolean | null
  onReference: () => void
}) {
  const theme = useTheme()
  const hint = (action: 'search' | 'whole' | 'beside' | 'contrast') => {
    const [key] = props.bindings[action]
    return key ? <KeyHint keys={key} /> : undefined
  }
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem
            text="查找评过的试卷"
            icon={tickIf(false)}
            labelElement={hint('search')}
            onClick={props.onSearch}
          />
          <MenuItem
            text="整卷"
            icon={tickIf(false)}
            labelElement={hint('whole')}
            onClick={props.onWhole}
          />
          <MenuItem
            text="续页并排"
            icon={tickIf(props.arrangement === 'row')}
            labelElement={hint('beside')}
            onClick={props.onArrangement}
          />
          <MenuItem text="按键设置" icon={tickIf(false)} onClick={props.onKeys} />
          {props.isReferenceOn !== null && (
            <MenuItem
              text="提交后显示 AI 参考"
              icon={tickIf(props.isReferenceOn)}
              onClick={props.onReference}
            />
          )}
          <MenuDivider title="给分面板" />
          {Object.entries(PANEL_SIDES).map(([side, label]) => (
            <MenuItem
              key={side}
              text={label}
              icon={tickIf(side === props.side)}
              aria-current={side === props.side || undefined}
              onClick={() => props.onSide(side as PanelSide)}
            />
          ))}
          <MenuDivider title="图像加深" />
          {CONTRASTS.map((label, step) => (
            <MenuItem
              key={label}
              text={label}
              icon={tickIf(step === props.contrast)}
              aria-current={step === props.contrast || undefined}
              labelElement={step === 0 ? hint('contrast') : undefined}
              onClick={() => props.onContrast(step as Contrast)}
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
const tickIf = (isChosen: boolean) => (isChosen ? <TickIcon /> : <BlankIcon />)
