import { useRoute } from '@hengjuan/client/react'
import { markerTable } from '@hengjuan/contracts'
import { useCallback, useMemo } from 'react'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { MarkerTable, type TableRow } from './MarkerTable.tsx'
import type { BlockRow } from './use-live-progress.ts'

const EVERY_MS = 15_000
/** Of so many rows, megabytes where a region marks, what is shown may be older; so are the figures in them. */
const MANY = 500
const EVERY_OF_MANY_MS = 60_000

/** Everybody who marks in the blocks in view; a row opens its block with the marker. */
export function ExamMarkers(props: {
  examId: number
  /** The subject in view; null for all of the exam. */
  subjectId: number | null
  blocks: readonly BlockRow[]
  onOpen: (marker: TableRow) => void
  onDrill: ((blockId: number, drill: Drill) => void) | null
  slot: HTMLElement | null
}) {
  const { examId, subjectId, blocks, onDrill } = props
  const { data, error, refetch } = useRoute(
    markerTable,
    { query: { exam_id: examId, ...(subjectId !== null && { subject_id: subjectId }) } },
    {
      refetchInterval: ({ state }) =>
        (state.data?.list.length ?? 0) > MANY ? EVERY_OF_MANY_MS : EVERY_MS,
    },
  )
  const subjects = useMemo(
    () => new Map(blocks.map(({ block_id, subject_name }) => [block_id, subject_name])),
    [blocks],
  )
  const openReadings = useCallback(
    (row: TableRow, drill: Drill) => onDrill?.(row.block_id, drill),
    [onDrill],
  )
  return (
    <MarkerTable
      subjects={subjects}
      slot={props.slot}
      rows={data?.list.filter(({ block_id }) => subjects.has(block_id))}
      error={error}
      onRetry={() => void refetch()}
      current={null}
      onOpen={props.onOpen}
      onDrill={onDrill && openReadings}
      maxHeight="560px"
    />
  )
}
