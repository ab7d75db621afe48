import { Panel } from '@hengjuan/ui'
import { useState } from 'react'
import { SpotRecords } from '../features/marking/index.ts'
import { type OneReading, OneReadingDrawer } from '../features/supervision/index.ts'
import { type InExam, recordsIn } from './spot-check-filters.ts'

/** Checks that were made; a row opens its reading. */
export function SpotRecordsPanel({ examId, values, onSet }: InExam) {
  const [reading, setReading] = useState<OneReading | null>(null)
  const query = recordsIn(examId, values)
  const isNarrowed = query.block_id !== undefined || query.marker_id !== undefined
  return (
    <Panel flush>
      <SpotRecords
        query={query}
        result={values.result}
        onResult={(next) => onSet({ result: next })}
        page={Math.max(1, Math.trunc(values.page))}
        onPage={(next) => onSet({ page: next })}
        onOpen={(row) =>
          setReading({
            title: `${row.block_name} · ${row.marker_name}的评阅`,
            blockId: row.block_id,
            readingId: row.task_detail_id,
          })
        }
        onAll={isNarrowed ? () => onSet({ block_id: null, marker_id: null }) : null}
      />
      <OneReadingDrawer
        examId={examId}
        reading={reading}
        as="supervisor"
        onClose={() => setReading(null)}
      />
    </Panel>
  )
}
