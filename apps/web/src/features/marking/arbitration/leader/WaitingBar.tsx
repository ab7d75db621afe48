import { HTMLSelect } from '@blueprintjs/core'
import { Lasting, StatusTag } from '@hengjuan/ui'
import type { ComponentProps } from 'react'
import css from './leader.module.css'
import type { WaitingPaper } from './leader-task.ts'
import { UnplacedScores } from './UnplacedScores.tsx'
import { waitingBlocks } from './waiting-blocks.ts'

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
