import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '@hengjuan/ui'
import { useBindings } from '../../marking-core/keys/bindings.ts'
import { LookMenu, tickIf } from './LookMenu.tsx'
import type { PaperLook } from './use-paper-look.ts'

/** What is rarely needed: search, whole paper, keys, and how the page is looked at. */
export function DeskMenu(props: {
  blockId: number
  look: PaperLook
  onSearch: () => void
  onWhole: () => void
  onOriginal: () => void
  onKeys: () => void
  /** Is the score of a second reader shown after handing in? Null where none reads the block. */
  isReferenceOn: boolean | null
  onReference: () => void
}) {
  const { look, isReferenceOn } = props
  const bindings = useBindings()
  const hint = (action: 'search' | 'whole' | 'beside') => {
    const [key] = bindings[action]
    return key ? <KeyHint keys={key} /> : undefined
  }
  return (
    <LookMenu blockId={props.blockId} panel={look.panel}>
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
        icon={tickIf(look.arrangement === 'row')}
        labelElement={hint('beside')}
        onClick={look.turnParts}
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
