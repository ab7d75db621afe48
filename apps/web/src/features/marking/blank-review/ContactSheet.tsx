import { useRoute } from '@hengjuan/client/react'
import { blankBlockGet, type ReplyOf } from '@hengjuan/contracts'
import { ErrorState, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import type { BlankBlockRow } from './BlankBlocks.tsx'
import css from './blank.module.css'
import { writtenOf } from './contact-words.ts'
import { namesOf } from './use-contact-sheet.ts'
import { NothingToCheck } from './NothingToCheck.tsx'
import { SheetOfPapers } from './SheetOfPapers.tsx'

/** Forty probably blank answers at once, all ticked: what is not blank is un-ticked, the rest confirmed. */
export function ContactSheet({ block }: { block: BlankBlockRow }) {
  const query = { query: { block_id: block.block_id } }
  // A sheet on the table stays until something is said of it: a new one would have everything ticked again.
  const { data, error, refetch } = useRoute(blankBlockGet, query, {
    staleTime: ({ state }) => (hasPapers(state.data) ? Infinity : 0),
    gcTime: 0,
  })
  /** Papers that are not blank, and with which pictures: a paper that has others is looked at anew. */
  const [written, setWritten] = useState<ReadonlyMap<number, string>>(new Map())
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={css['loading']}>
        <SkeletonLines lines={12} />
      </div>
    )
  if (data.list.length === 0) return <NothingToCheck block={block} />
  // A new set of papers begins with everything ticked, but for what was said of them.
  return (
    <SheetOfPapers
      key={namesOf(data.list)}
      block={block}
      papers={data.list}
      remaining={data.remaining}
      written={writtenOf(data.list, written)}
      onWritten={setWritten}
    />
  )
}

const hasPapers = (data: unknown): boolean =>
  ((data as ReplyOf<typeof blankBlockGet> | undefined)?.list.length ?? 0) > 0
