import { Button, HTMLSelect, PopoverNext } from '@blueprintjs/core'
import { Lasting, StatusTag } from '@hengjuan/ui'
import type { ComponentProps } from 'react'
import type { leaderList, ReplyOf } from '@hengjuan/contracts'
import { formatMilli, UNIT_STATUSES, type UnitStatus } from '@hengjuan/domain'
import type { WaitingPaper } from './leader-task.ts'
import { waitingBlocks } from './waiting-blocks.ts'
import css from './leader.module.css'

/** How many papers wait in which block, for how long, and whether anybody is there to decide them. */
export function WaitingBar(props: {
  papers: readonly WaitingPaper[]
  unplaced: ComponentProps<typeof UnplacedScores>['unplaced']
  blockId: number | null
  onBlock: (blockId: number | null) => void
}) {
  const { papers, blockId } = props
  const blocks = waitingBlocks(papers)
  const shown = blocks.filter((block) => blockId === null || block.blockId === blockId)
  const count = shown.reduce((sum, block) => sum + block.count, 0)
  const unattended = shown.reduce((sum, block) => sum + block.unattended, 0)
  const isUnknown = blockId !== null && shown.length === 0
  return (
    <div className={css['waitingBar']}>
      <label>
        题块
        <HTMLSelect
          aria-label="题块"
          value={blockId ?? ''}
          onChange={({ currentTarget }) => props.onBlock(Number(currentTarget.value) || null)}
        >
          <option value="">全部（{papers.length} 份）</option>
          {isUnknown && <option value={blockId}>所选题块（0 份）</option>}
          {blocks.map((block) => (
            <option key={block.blockId} value={block.blockId}>
              {block.name}（{block.count} 份）
            </option>
          ))}
        </HTMLSelect>
      </label>
      <span>
        {count} 份等待处理
        {shown[0] && (
          <>
            ，最久的已等待 <Lasting since={shown[0].oldest} />
          </>
        )}
      </span>
      {unattended > 0 && (
        <StatusTag
          status="warn"
          title="可以处理的题组长都不在线，请联系他们，或在阅卷设置中增加题组长"
        >
          {unattended} 份没有在线的题组长可以处理
        </StatusTag>
      )}
      <span className={css['spring']} />
      <UnplacedScores unplaced={props.unplaced} />
    </div>
  )
}

type Unplaced = ReplyOf<typeof leaderList>['unplaced']

/** Own arbitrations that came too late; they are gone from here once the results are out. @source domain rules 3.8 */
const UnplacedScores = ({ unplaced }: { unplaced: Unplaced }) =>
  unplaced.length === 0 ? null : (
    <PopoverNext
      placement="bottom-end"
      content={
        <div className={css['unplaced']} role="dialog" aria-label="未采用的给分">
          <p>领取失效后由他人处理，您的给分没有采用。成绩发布后不再列出。</p>
          <ul>
            {unplaced.map((one) => (
              <li key={one.reading_id}>
                {one.block_name} · 密号 <code>{one.secret_code}</code>：您给了{' '}
                {formatMilli(one.total_milli)} 分，
                {one.final_milli === null
                  ? `现为「${UNIT_STATUSES[one.state as UnitStatus]}」`
                  : `终评 ${formatMilli(one.final_milli)} 分`}
              </li>
            ))}
          </ul>
        </div>
      }
    >
      <Button variant="minimal" size="small">
        未采用的给分 {unplaced.length}
      </Button>
    </PopoverNext>
  )
