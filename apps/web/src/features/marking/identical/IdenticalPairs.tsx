import { useRoute } from '@hengjuan/client/react'
import { identicalPairs } from '@hengjuan/contracts'
import { IDENTICAL_OUTCOMES } from '@hengjuan/domain'
import { EmptyState, ErrorState, SkeletonLines, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import { usePaperImages } from '../queue/use-paper-images.ts'
import { keyOf, unitsOf } from './pair.ts'
import { PairCompare } from './PairCompare.tsx'
import { PairVerdict } from './PairVerdict.tsx'
import css from './identical.module.css'

/** The pairs of a block on the left, the chosen one side by side with what is decided about it. */
export function IdenticalPairs(props: {
  blockId: number
  /** A paper whose pair is shown first. */
  unitId: number | null
}) {
  const { blockId, unitId } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useRoute(identicalPairs, { query: { block_id: blockId } })
  const images = usePaperImages(async () =>
    (await refetch()).data?.pairs.flatMap(({ papers }) => papers.flatMap((paper) => paper.images)),
  )
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={10} />
  const { pairs } = data
  if (pairs.length === 0)
    return (
      <EmptyState size="large" title="这个题块没有被指为雷同的试卷">
        阅卷教师以「雷同卷」提交问题卷并写明另一份的密号后，会在这里成对列出。
      </EmptyState>
    )
  const current =
    pairs.find((pair) => keyOf(pair) === chosen) ??
    pairs.find((pair) => unitId !== null && unitsOf(pair).includes(unitId)) ??
    pairs[0]
  if (!current) return null
  const next = pairs.find((pair) => pair.verdict === null && pair !== current)
  return (
    <div className={css['page']}>
      <ul className={css['pairs']} aria-label="雷同的试卷">
        {pairs.map((pair) => (
          <li key={keyOf(pair)}>
            <button
              type="button"
              aria-current={pair === current || undefined}
              onClick={() => setChosen(keyOf(pair))}
            >
              <code>{pair.papers.map(({ secret_code }) => secret_code).join(' / ')}</code>
              <StatusTag status={pair.verdict ? 'ok' : 'warn'}>
                {pair.verdict ? IDENTICAL_OUTCOMES[pair.verdict.outcome] : '未处理'}
              </StatusTag>
            </button>
          </li>
        ))}
      </ul>
      <div className={css['pair']}>
        <PairCompare key={keyOf(current)} papers={current.papers} images={images} />
        <PairVerdict
          key={`verdict ${keyOf(current)}`}
          blockId={blockId}
          pair={current}
          onDecided={() => setChosen(next ? keyOf(next) : keyOf(current))}
        />
      </div>
    </div>
  )
}
