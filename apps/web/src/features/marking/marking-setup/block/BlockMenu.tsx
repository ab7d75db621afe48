import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import type { blockStatusSet, InputOf } from '@hengjuan/contracts'
import { Link } from 'react-router'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'

export type BlockAction = InputOf<typeof blockStatusSet>['body']['action'] | 'clear' | 'undo'

const RELEASED = '成绩已发布，全部试卷已锁定；如需重新阅卷，请先撤回发布'

export function BlockMenu(props: { block: Block; onAction: (action: BlockAction) => void }) {
  const { block, onAction } = props
  const isReleased = block.unit_count > 0 && block.locked_count === block.unit_count
  const released = isReleased ? RELEASED : null
  return (
    <Menu>
      {block.status === 'open' && (
        <>
          <Item text="暂停阅卷…" reason={released} onClick={() => onAction('pause')} />
          <MenuItem text="结束阅卷…" intent="danger" onClick={() => onAction('close')} />
        </>
      )}
      {(block.status === 'open' || block.status === 'paused') && (
        <Item text="收回未提交的试卷…" reason={released} onClick={() => onAction('recall')} />
      )}
      {(block.status === 'paused' || block.status === 'closed') && (
        <MenuItem
          text={block.status === 'paused' ? '恢复阅卷' : '重新开启'}
          onClick={() => onAction('open')}
        />
      )}
      <li>
        <Link className="bp6-menu-item" to={`/changeMarker?block_id=${block.block_id}`}>
          更换阅卷员、调整剩余任务
        </Link>
      </li>
      <li>
        <Link className="bp6-menu-item" to={`/benchmark?block_id=${block.block_id}`}>
          标准卷与种子卷
        </Link>
      </li>
      <MenuDivider />
      {block.is_cleared === 1 && <MenuItem text="撤销清空…" onClick={() => onAction('undo')} />}
      <Item
        text="清空阅卷数据…"
        intent="danger"
        reason={block.unit_count === 0 ? '这个题块还没有试卷，没有可清空的' : released}
        onClick={() => onAction('clear')}
      />
    </Menu>
  )
}

/** What can not be done is greyed, and says why under its name. */
function Item(props: {
  text: string
  intent?: 'danger'
  reason: string | null
  onClick: () => void
}) {
  const { reason, text, ...item } = props
  return (
    <MenuItem
      {...item}
      disabled={reason !== null}
      text={
        <>
          {text}
          {reason !== null && <small className={css['why']}>{reason}</small>}
        </>
      }
    />
  )
}
