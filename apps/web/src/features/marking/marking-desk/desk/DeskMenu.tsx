import { MenuItem } from '@blueprintjs/core'
import { KeyHint, type PartsArrangement } from '@hengjuan/ui'
import type { ComponentProps } from 'react'
import { LookMenu, tickIf } from './LookMenu.tsx'

/** What is rarely needed: search, whole paper, keys, and how the page is looked at. */
export function DeskMenu({
  arrangement,
  isReferenceOn,
  ...props
}: Omit<ComponentProps<typeof LookMenu>, 'children'> & {
  onSearch: () => void
  onWhole: () => void
  onOriginal: () => void
  onKeys: () => void
  arrangement: PartsArrangement
  onArrangement: () => void
  /** Is the score of a second reader shown after handing in? Null where none reads the block. */
  isReferenceOn: boolean | null
  onReference: () => void
}) {
  const hint = (action: 'search' | 'whole' | 'beside') => {
    const [key] = props.bindings[action]
    return key ? <KeyHint keys={key} /> : undefined
  }
  return (
    <LookMenu
      bindings={props.bindings}
      blockId={props.blockId}
      side={props.side}
      onSide={props.onSide}
    >
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
      <MenuItem text="试卷原卷" icon={tickIf(false)} onClick={props.onOriginal} />
      <MenuItem
        text="续页并排"
        icon={tickIf(arrangement === 'row')}
        labelElement={hint('beside')}
        onClick={props.onArrangement}
      />
      <MenuItem text="按键设置" icon={tickIf(false)} onClick={props.onKeys} />
      {isReferenceOn !== null && (
        <MenuItem
          text="提交后显示 AI 参考"
          icon={tickIf(isReferenceOn)}
          onClick={props.onReference}
        />
      )}
    </LookMenu>
  )
}
