import { Button } from '@blueprintjs/core'
import type { allocationBlocks, ReplyOf } from '@hengjuan/contracts'
import { ALLOC_MODES, type AllocMode, MARK_MODES, MARK_SCOPES } from '@hengjuan/domain'
import { Figure, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import { readingsAddress } from '../../marking-core/figure-address.ts'
import { gapsText, placesText } from '../block/school-gaps.ts'
import { UNABLE } from '../block/UnableTag.tsx'
import css from './allocation.module.css'

export type Block = ReplyOf<typeof allocationBlocks>['blocks'][number]

/** Names that fit a cell. */
const NAMED = 3

/** How the work of one block is shared, and whether that suffices. */
export function AllocationRow(props: {
  examId: number
  block: Block
  isSelected: boolean
  mayChange: boolean
  onSelect: (isSelected: boolean) => void
  onOpen: () => void
  onCopy: () => void
}) {
  const { block } = props
  const at = { exam_id: props.examId, block_id: block.block_id }
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
        {block.block_name}
        <small>{MARK_MODES[block.mark_mode as 0]}</small>
      </th>
      <td>
        {modeText(block)}
        {block.mark_scope !== 'mixed' && <small>{MARK_SCOPES[block.mark_scope]}</small>}
      </td>
      <td className={css['figure']}>
        <Figure
          formula="点开看题块的进度与各状态份数"
          to={`/MarkingSupervision?exam_id=${at.exam_id}&block_id=${at.block_id}`}
        >
          {block.units}
        </Figure>
      </td>
      <td className={css['figure']}>{block.readings}</td>
      <td className={css['figure']}>
        <Figure
          formula={`已提交 ${block.done} / 需要 ${block.readings} 份；点开看这些评阅`}
          to={block.done > 0 ? readingsAddress(at) : null}
        >
          {block.done}
        </Figure>
      </td>
      <td className={css['figure']}>
        <Figure formula="点开看各位教师的任务量" onOpen={props.onOpen}>
          {block.given ?? '不限'}
        </Figure>
        {block.given !== null && block.given > block.readings && (
          <small>多出 {block.given - block.readings}</small>
        )}
      </td>
      <td>
        {namesText(block.markers)}
        {block.suspended_count > 0 && (
          <small>
            另有 {block.suspended_count} 人停止分配
            {block.stopped_done > 0 && `，已评 ${block.stopped_done} 份`}
          </small>
        )}
      </td>
      <td>{block.leaders.length > 0 ? namesText(block.leaders) : '–'}</td>
      <td className={css['verdict']}>
        <Verdict block={block} onOpen={props.onOpen} />
      </td>
      <td className={css['acts']}>
        <Button size="small" variant="minimal" onClick={props.onOpen}>
          {props.mayChange ? '分配' : '查看'}
        </Button>
        {props.mayChange && (
          <Button size="small" variant="minimal" onClick={props.onCopy}>
            复制自…
          </Button>
        )}
        <Link
          className="bp6-button bp6-minimal bp6-small"
          to={`/changeMarker?block_id=${block.block_id}`}
        >
          更换教师
        </Link>
      </td>
    </tr>
  )
}

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
