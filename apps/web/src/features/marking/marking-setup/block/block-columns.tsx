import { Button, PopoverNext } from '@blueprintjs/core'
import {
  ADD_TYPES,
  baseReadings,
  COMBINE_RULES,
  formatMilli,
  hasArbitration,
  hasThirdReading,
  MARK_MODES,
  MARK_SCOPES,
  type MarkMode,
  OPTIONAL_POLICIES,
  SCORE_TYPES,
  SUBMIT_TYPES,
} from '@hengjuan/domain'
import { Figure, type SimpleColumn, type Status, StatusTag } from '@hengjuan/ui'
import { type BlockAction, BlockMenu } from './BlockMenu.tsx'
import { gapTexts, type School } from './school-gaps.ts'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'

const STATUSES: Record<string, { status: Status; label: string }> = {
  setup: { status: 'idle', label: '设置中' },
  open: { status: 'busy', label: '阅卷中' },
  paused: { status: 'warn', label: '已暂停' },
  closed: { status: 'ok', label: '已结束' },
}

/** How each block is marked, in words, and what can be done with it. */
export const blockColumns = (on: {
  /** Whose candidates the subject has. */
  schools: readonly School[]
  mayChange: boolean
  onOpen: (kind: 'settings' | 'markers' | 'rubric', block: Block) => void
  onAction: (block: Block, action: BlockAction) => void
}): readonly SimpleColumn<Block>[] => [
  { key: 'block', title: '题块', render: (block) => <Name block={block} /> },
  {
    key: 'status',
    title: '状态',
    render: ({ status }) => {
      const state = STATUSES[status]
      return <StatusTag status={state?.status ?? 'idle'}>{state?.label ?? status}</StatusTag>
    },
  },
  {
    key: 'mode',
    title: '评卷方式',
    render: (block) => (
      <>
        {MARK_MODES[block.mark_mode as 0]}
        {block.mark_mode !== 0 && <small>{ruleText(block)}</small>}
        {block.pair_count > 0 && (
          <small>
            已评 {block.pair_count} 对，超阈值 {block.over_count} 对
          </small>
        )}
      </>
    ),
  },
  { key: 'page', title: '阅卷页面', render: (block) => <PageSettings block={block} /> },
  {
    key: 'markers',
    title: '阅卷教师',
    render: (block) => {
      const open = () => on.onOpen('markers', block)
      const [gap] = gapTexts([block], on.schools, {})
      return (
        <>
          <Button size="small" onClick={open}>
            {block.marker_count} 人，仲裁 {block.leader_count} 人
          </Button>
          {lackingOf(block).map((text) => (
            <div key={text} className={css['lacking']}>
              <StatusTag status="bad">{text}</StatusTag>
            </div>
          ))}
          {gap !== undefined && (
            <Figure formula={gap} onOpen={open}>
              <StatusTag status="warn">有学校教师不够</StatusTag>
            </Figure>
          )}
        </>
      )
    },
  },
  {
    key: 'acts',
    title: '操作',
    render: (block) => (
      <div className={css['acts']}>
        <Button size="small" variant="minimal" onClick={() => on.onOpen('settings', block)}>
          设置
        </Button>
        <Button size="small" variant="minimal" onClick={() => on.onOpen('rubric', block)}>
          评分标准
        </Button>
        {on.mayChange && (
          <PopoverNext
            placement="bottom-end"
            content={<BlockMenu block={block} onAction={(action) => on.onAction(block, action)} />}
          >
            <Button size="small" variant="minimal" aria-label={`${block.block_name}更多操作`}>
              更多
            </Button>
          </PopoverNext>
        )}
      </div>
    ),
  },
]

const Name = ({ block }: { block: Block }) => (
  <>
    <strong>
      {block.block_name}（{formatMilli(block.full_milli)} 分）
    </strong>
    {block.optional && (
      <small>
        选做 {block.optional.offered} 选 {block.optional.choose}，
        {OPTIONAL_POLICIES[block.optional.policy]}
      </small>
    )}
    {/* The one point of most blocks is called like the block. */}
    {block.points.length > 1 && <small>{block.points.map(({ name }) => name).join('、')}</small>}
  </>
)

const PageSettings = ({ block }: { block: Block }) => (
  <>
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
  </>
)

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
