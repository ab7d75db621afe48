import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import type { blockStatusSet, InputOf } from '@hengjuan/contracts'
import {
  ADD_TYPES,
  baseReadings,
  COMBINE_RULES,
  formatMilli,
  hasArbitration,
  hasThirdReading,
  MARK_MODES,
  type MarkMode,
  MARK_SCOPES,
  OPTIONAL_POLICIES,
  SCORE_TYPES,
  SUBMIT_TYPES,
} from '@hengjuan/domain'
import { Figure, type Status, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import { gapTexts, type School } from './school-gaps.ts'
import type { Block } from './settings-fields.ts'
import css from './setup.module.css'

export type BlockAction = InputOf<typeof blockStatusSet>['body']['action'] | 'clear' | 'undo'

const STATUSES: Record<string, { status: Status; label: string }> = {
  setup: { status: 'idle', label: '设置中' },
  open: { status: 'busy', label: '阅卷中' },
  paused: { status: 'warn', label: '已暂停' },
  closed: { status: 'ok', label: '已结束' },
}

/** How one block is marked, in words, and what can be done with it. */
export function BlockSettingsRow(props: {
  block: Block
  /** Whose candidates the subject has. */
  schools: readonly School[]
  isSelected: boolean
  mayChange: boolean
  onSelect: (isSelected: boolean) => void
  onSettings: () => void
  onMarkers: () => void
  onRubric: () => void
  onAction: (action: BlockAction) => void
}) {
  const { block, mayChange } = props
  const state = STATUSES[block.status]
  const [gap] = gapTexts([block], props.schools, {})
  const lacking = lackingOf(block)
  return (
    <tr data-selected={props.isSelected || undefined}>
      <td className={css['centre']}>
        <input
          type="checkbox"
          aria-label={`选择${block.block_name}`}
          checked={props.isSelected}
          onChange={({ target }) => props.onSelect(target.checked)}
        />
      </td>
      <th scope="row">
        {block.block_name}（{formatMilli(block.full_milli)} 分）
        {/* The one point of most blocks is called like the block. */}
        {block.optional && (
          <small>
            选做 {block.optional.offered} 选 {block.optional.choose}，
            {OPTIONAL_POLICIES[block.optional.policy]}
          </small>
        )}
        {block.points.length > 1 && (
          <small>{block.points.map(({ name }) => name).join('、')}</small>
        )}
      </th>
      <td>
        <StatusTag status={state?.status ?? 'idle'}>{state?.label ?? block.status}</StatusTag>
      </td>
      <td>
        {MARK_MODES[block.mark_mode as 0]}
        {block.mark_mode !== 0 && <small>{ruleText(block)}</small>}
        {block.pair_count > 0 && (
          <small>
            已评 {block.pair_count} 对，超阈值 {block.over_count} 对
          </small>
        )}
      </td>
      <td>
        {ADD_TYPES[block.add_type as 0]}，{SUBMIT_TYPES[block.submit_type as 1]}
        <small>
          {SCORE_TYPES[block.score_type as 1]}
          {block.traces === 1 && ' · 保留痕迹'}
          {block.avoids_own_class === 1 && ' · 回避本班'}
          {block.avoid_own_school === 1 && ' · 回避本校'}
          {block.mark_scope !== 'mixed' && ` · ${MARK_SCOPES[block.mark_scope]}`}
          {block.similar_first === 1 && ' · 相近答案排一起'}
          {block.min_ms > 0 && ` · 至少 ${block.min_ms / 1000} 秒`}
          {block.daily_cap > 0 && ` · 每天 ${block.daily_cap} 份`}
          {block.qualify === 1 && ' · 先定标'}
        </small>
      </td>
      <td>
        <Button size="small" onClick={props.onMarkers}>
          {block.marker_count} 人，仲裁 {block.leader_count} 人
        </Button>
        {lacking.map((text) => (
          <div key={text} className={css['lacking']}>
            <StatusTag status="bad">{text}</StatusTag>
          </div>
        ))}
        {gap !== undefined && (
          <Figure formula={gap} onOpen={props.onMarkers}>
            <StatusTag status="warn">有学校教师不够</StatusTag>
          </Figure>
        )}
      </td>
      <td className={css['acts']}>
        <Button size="small" variant="minimal" onClick={props.onSettings}>
          设置
        </Button>
        <Button size="small" variant="minimal" onClick={props.onRubric}>
          评分标准
        </Button>
        {mayChange && (
          <PopoverNext
            placement="bottom-end"
            content={<More block={block} onAction={props.onAction} />}
          >
            <Button size="small" variant="minimal" aria-label={`${block.block_name}更多操作`}>
              更多
            </Button>
          </PopoverNext>
        )}
      </td>
    </tr>
  )
}

/** Whom a block needs and does not have. */
function lackingOf({ mark_mode, marker_count, leader_count }: Block): string[] {
  const mode = mark_mode as MarkMode
  return [
    ...(marker_count < (hasThirdReading(mode) ? 3 : baseReadings(mode)) ? ['阅卷教师不够'] : []),
    ...(hasArbitration(mode) && leader_count === 0 ? ['缺仲裁教师'] : []),
  ]
}

function ruleText(block: Block): string {
  return [
    block.double_ratio === 100 ? '全部双评' : `${block.double_ratio}% 双评`,
    ...(block.compare_scope === 'point' ? [] : [`阈值 ${formatMilli(block.tolerance_milli)} 分`]),
    ...(block.compare_scope === 'total' ? [] : [pointText(block)]),
    COMBINE_RULES[block.combine],
    ...(block.round_step_milli === 0 ? [] : [`取整到 ${formatMilli(block.round_step_milli)} 分`]),
  ].join(' · ')
}

/** Once where all points have the same. */
function pointText({ point_tolerances }: Block): string {
  const texts = point_tolerances.map(({ tolerance_milli }) => formatMilli(tolerance_milli))
  return `给分点阈值 ${new Set(texts).size === 1 ? texts[0] : texts.join('、')} 分`
}

const RELEASED = '成绩已发布，全部试卷已锁定；如需重新阅卷，请先撤回发布'

function More(props: { block: Block; onAction: (action: BlockAction) => void }) {
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
