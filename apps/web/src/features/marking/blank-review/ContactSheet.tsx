import { useRoute } from '@hengjuan/client/react'
import { blankBlockGet, type ReplyOf } from '@hengjuan/contracts'
import { EmptyState, Pending } from '@hengjuan/ui'
import { useState } from 'react'
import type { BlankBlockRow } from './BlankBlocks.tsx'
import { writtenOf } from './contact-words.ts'
import { namesOf, SheetOfPapers } from './SheetOfPapers.tsx'

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
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={12} inset />
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

function NothingToCheck({ block }: { block: BlankBlockRow }) {
  if (!block.blank_check)
    return (
      <EmptyState size="large" title="这个题块没有开启空白筛查">
        在「筛查设置」中开启后，墨迹很少的作答会先到这里确认，不占用阅卷教师的时间。
      </EmptyState>
    )
  if (block.awaiting_second > 0)
    return (
      <EmptyState size="large" title="等待第二人确认">
        您已确认 {block.awaiting_second} 份。这个题块需要两人确认，请另一位负责人在本页确认。
      </EmptyState>
    )
  return (
    <EmptyState size="large" title="没有待核查的疑似空白卷">
      墨迹比例不超过 {(block.ink_limit * 100).toFixed(1)}% 的作答会出现在这里。
      {block.confirmed > 0 && `已确认 ${block.confirmed} 份。`}
    </EmptyState>
  )
}
