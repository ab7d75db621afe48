import { abnormalBlocks } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { Pending } from '@hengjuan/ui'
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
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={12} inset />
  return <OpenSheet key={data.candidate.candidate_id} {...props} sheet={data} />
}
