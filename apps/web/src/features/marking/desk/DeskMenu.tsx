import { Button, Menu, MenuDivider, MenuItem, Popover } from '@blueprintjs/core'
import { chooseTheme, KeyHint, THEMES, type Theme, useTheme } from '@hengjuan/ui'
import type { KeyBindings } from '../keys/key-profile.ts'

type PanelSide = 'left' | 'right'

/** What is rarely needed: search, whole paper, place of the panel, paper tone, keys. */
export function DeskMenu(props: {
  bindings: KeyBindings
  side: PanelSide
  onSide: (side: PanelSide) => void
  onSearch: () => void
  onWhole: () => void
  onKeys: () => void
}) {
  const theme = useTheme()
  const hint = (action: 'search' | 'whole') => {
    const [key] = props.bindings[action]
    return key ? <KeyHint keys={key} /> : undefined
  }
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem text="查找评过的试卷" labelElement={hint('search')} onClick={props.onSearch} />
          <MenuItem text="整卷" labelElement={hint('whole')} onClick={props.onWhole} />
          <MenuItem text="按键设置" onClick={props.onKeys} />
          <MenuDivider title="给分面板" />
          <MenuItem
            text="在右侧"
            selected={props.side === 'right'}
            onClick={() => props.onSide('right')}
          />
          <MenuItem
            text="在左侧"
            selected={props.side === 'left'}
            onClick={() => props.onSide('left')}
          />
          <MenuDivider title="色调" />
          {Object.entries(THEMES).map(([name, label]) => (
            <MenuItem
              key={name}
              text={label}
              selected={name === theme}
              onClick={() => chooseTheme(name as Theme)}
            />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" aria-label="更多" title="更多">
        ☰
      </Button>
    </Popover>
  )
}
