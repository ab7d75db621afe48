import { abnormalBlocks } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { ErrorState, SkeletonLines } from '@hengjuan/ui'
import css from './abnormal.module.css'
import type { Abnormal } from './use-abnormal.ts'
import { OpenSheet } from './OpenSheet.tsx'

/** A paper that was sent back: its pages, and its blocks with what is shown of them. */
export function SheetWork(props: { abnormal: Abnormal; candidateId: number; onSent: () => void }) {
  const { at } = props.abnormal
  const { data, error, refetch } = useRoute(
    abnormalBlocks,
    { query: { ...at, candidate_id: props.candidateId } },
    { staleTime: 0 },
  )
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={css['waiting']}>
        <SkeletonLines lines={12} />
      </div>
    )
  return <OpenSheet key={data.candidate.candidate_id} {...props} sheet={data} />
}
