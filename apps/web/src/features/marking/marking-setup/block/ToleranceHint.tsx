import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { toleranceGaps } from '@hengjuan/contracts'
import { sentenceOf } from '@hengjuan/ui'
import { type Allowed, hintOf } from './tolerance-hint.ts'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'

/** More blocks at once are set by their full marks, not one by one. */
const MOST = 5

/** Pairs of readings hardly change while somebody thinks about a tolerance. */
const FRESH_MS = 60_000

export const useGaps = (blockId: number, isWanted: boolean) =>
  useRoute(
    toleranceGaps,
    { query: { block_id: blockId } },
    { staleTime: FRESH_MS, enabled: isWanted },
  )

/** What is to be expected of the tolerances that are typed, block by block. @source domain rules 3.5 */
export function ToleranceHint(props: {
  blocks: readonly Block[]
  allowedOf: (block: Block) => Allowed
}) {
  const { blocks } = props
  return (
    <div className={css['hint']} role="status" aria-label="误差阈值的预计">
      {blocks.slice(0, MOST).map((block) => (
        <BlockHint
          key={block.block_id}
          block={block}
          allowed={props.allowedOf(block)}
          isNamed={blocks.length > 1}
        />
      ))}
      {blocks.length > MOST && <p>其余 {blocks.length - MOST} 个题块请单独打开查看预计。</p>}
    </div>
  )
}

function BlockHint(props: { block: Block; allowed: Allowed; isNamed: boolean }) {
  const { block, allowed, isNamed } = props
  const { data, error, refetch } = useGaps(block.block_id, true)
  if (error && !data)
    return (
      <p>
        没有读到已评的双评（{sentenceOf(error)}），不影响保存{' '}
        <Button size="small" variant="minimal" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    )
  if (!data) return <p>正在读取已评的双评…</p>
  const text = hintOf(data, allowed)
  return text === '' ? null : (
    <p>
      {isNamed && `${block.block_name}：`}
      {text}
    </p>
  )
}
