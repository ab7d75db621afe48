import { Menu, MenuItem } from '@blueprintjs/core'
import type { AbnormalSheet } from './use-abnormal.ts'

export type Asking = 'replace' | 'delete' | 'absent' | 'reset' | 'special' | 'back'

/** What is seldom needed. */
export function SheetMenu(props: {
  sheet: AbnormalSheet
  /** Null where no page is looked at. */
  pageName: string | null
  hasOpen: boolean
  /** Are there blocks that could be sent back? */
  hasRest: boolean
  onAsk: (asking: Asking) => void
  /** The paper is no longer a special one. */
  onOrdinary: () => void
}) {
  const { sheet, onAsk } = props
  return (
    <Menu>
      <MenuItem text="退回其他题块…" disabled={!props.hasRest} onClick={() => onAsk('back')} />
      <MenuItem
        text={`用图像文件替换${props.pageName ?? '这张图像'}…`}
        disabled={props.pageName === null}
        onClick={() => onAsk('replace')}
      />
      <MenuItem
        text={sheet.special === null ? '标为特殊试卷…' : '取消特殊试卷'}
        onClick={() => (sheet.special === null ? onAsk('special') : props.onOrdinary())}
      />
      <MenuItem text="标为缺考…" disabled={!props.hasOpen} onClick={() => onAsk('absent')} />
      <MenuItem
        text="撤销全部处理…"
        disabled={sheet.handled.length === 0}
        onClick={() => onAsk('reset')}
      />
      <MenuItem
        intent="danger"
        text="作废答题卡…"
        disabled={props.pageName === null}
        onClick={() => onAsk('delete')}
      />
    </Menu>
  )
}
