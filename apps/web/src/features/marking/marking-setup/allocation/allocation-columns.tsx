import { Button } from '@blueprintjs/core'
import type { allocationBlocks, ReplyOf } from '@hengjuan/contracts'
import { ALLOC_MODES, type AllocMode, MARK_MODES, MARK_SCOPES } from '@hengjuan/domain'
import { Figure, figureColumn, type SimpleColumn, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import { readingsAddress } from '../../marking-core/figure-address.ts'
import { gapsText, placesText } from '../block/school-gaps.ts'
import { UNABLE } from '../block/UnableTag.tsx'
import css from './allocation.module.css'

export type Block = ReplyOf<typeof allocationBlocks>['blocks'][number]

/** Names that fit a cell. */
const NAMED = 3

/** How the work of each block is shared, and whether that suffices. */
export const allocationColumns = (on: {
  examId: number
  mayChange: boolean
  onOpen: (block: Block) => void
  onCopy: (block: Block) => void
}): readonly SimpleColumn<Block>[] => [
  {
    key: 'block',
    title: '题块',
    width: 116,
    render: (block) => (
      <>
        <strong>{block.block_name}</strong>
        <small>{MARK_MODES[block.mark_mode as 0]}</small>
      </>
    ),
  },
  {
    key: 'mode',
    title: '分配方式',
    render: (block) => (
      <>
        {modeText(block)}
        {block.mark_scope !== 'mixed' && <small>{MARK_SCOPES[block.mark_scope]}</small>}
      </>
    ),
  },
  figureColumn(
    '试卷',
    '题块的试卷份数：已切图的；扫描还在进行时为应考人数',
    ({ block_id, units }) => (
      <Figure
        formula="点开看题块的进度与各状态份数"
        to={`/MarkingSupervision?exam_id=${on.examId}&block_id=${block_id}`}
      >
        {units}
      </Figure>
    ),
  ),
  figureColumn(
    '需要评阅',
    '一评、二评份数之和：单评 = 试卷份数，双评 = 试卷份数 × 2',
    ({ readings }) => readings,
  ),
  figureColumn('已评', '已提交的一评、二评份数，不含三评与仲裁', ({ block_id, done, readings }) => (
    <Figure
      formula={`已提交 ${done} / 需要 ${readings} 份；点开看这些评阅`}
      to={done > 0 ? readingsAddress({ exam_id: on.examId, block_id }) : null}
    >
      {done}
    </Figure>
  )),
  figureColumn(
    '任务量',
    '在评教师的任务量之和，加上停止分配的教师已评的份数；不限 = 有教师没有任务量',
    (block) => (
      <>
        <Figure formula="点开看各位教师的任务量" onOpen={() => on.onOpen(block)}>
          {block.given ?? '不限'}
        </Figure>
        {block.given !== null && block.given > block.readings && (
          <small>多出 {block.given - block.readings}</small>
        )}
      </>
    ),
  ),
  {
    key: 'markers',
    title: '阅卷教师',
    render: (block) => (
      <>
        {namesText(block.markers)}
        {block.suspended_count > 0 && (
          <small>
            另有 {block.suspended_count} 人停止分配
            {block.stopped_done > 0 && `，已评 ${block.stopped_done} 份`}
          </small>
        )}
      </>
    ),
  },
  {
    key: 'leaders',
    title: '仲裁教师',
    render: ({ leaders }) => (leaders.length > 0 ? namesText(leaders) : '–'),
  },
  {
    key: 'verdict',
    title: '核对',
    render: (block) => (
      <div className={css['verdict']}>
        <Verdict block={block} onOpen={() => on.onOpen(block)} />
      </div>
    ),
  },
  {
    key: 'acts',
    title: '操作',
    render: (block) => (
      <div className={css['acts']}>
        <Button size="small" variant="minimal" onClick={() => on.onOpen(block)}>
          {on.mayChange ? '分配' : '查看'}
        </Button>
        {on.mayChange && (
          <Button size="small" variant="minimal" onClick={() => on.onCopy(block)}>
            复制自…
          </Button>
        )}
        <Link
          className="bp6-button bp6-minimal bp6-small"
          to={`/changeMarker?block_id=${block.block_id}`}
        >
          更换教师
        </Link>
      </div>
    ),
  },
]

/** Whether the work can be done by these people: what stands against it, then schools and classes that they cannot cover. */
function Verdict({ block, onOpen }: { block: Block; onOpen: () => void }) {
  const { problems, unable, school_gaps: gaps } = block
  if (problems.length + unable.length + gaps.length === 0)
    return <StatusTag status="ok">可行</StatusTag>
  return (
    <>
      {problems.map((problem) => (
        <StatusTag key={problem} status="bad">
          {problem}
        </StatusTag>
      ))}
      {unable.length > 0 && (
        <Figure formula={UNABLE} onOpen={onOpen}>
          <StatusTag status="bad">{namesText(unable)}已不能阅卷</StatusTag>
        </Figure>
      )}
      {gaps.length > 0 && (
        <Figure
          formula={`每份需 ${block.markers_needed} 名教师：${gapsText(gaps)}`}
          onOpen={onOpen}
        >
          <StatusTag status="warn">{placesText(gaps)}缺教师</StatusTag>
        </Figure>
      )}
    </>
  )
}

function modeText({ alloc_mode, quotas_are_weights }: Block): string {
  const label = ALLOC_MODES[alloc_mode as AllocMode]
  return alloc_mode === 3 ? `${label}（${quotas_are_weights === 1 ? '比例' : '份数'}）` : label
}

function namesText(people: Block['markers']): string {
  const names = people.slice(0, NAMED).map(({ name }) => name)
  return people.length > NAMED
    ? `${names.join('、')} 等\u00A0${people.length}\u00A0人`
    : names.join('、')
}
