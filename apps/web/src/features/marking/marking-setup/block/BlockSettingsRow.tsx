import { Button, PopoverNext } from '@blueprintjs/core'
import {
  ADD_TYPES,
  formatMilli,
  MARK_MODES,
  MARK_SCOPES,
  OPTIONAL_POLICIES,
  SCORE_TYPES,
  SUBMIT_TYPES,
} from '@hengjuan/domain'
import { Figure, type Status, StatusTag } from '@hengjuan/ui'
import { gapTexts, type School } from './school-gaps.ts'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'
import { type BlockAction, BlockMenu } from './BlockMenu.tsx'
import { lackingOf, ruleText } from './block-words.ts'

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
            content={<BlockMenu block={block} onAction={props.onAction} />}
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
