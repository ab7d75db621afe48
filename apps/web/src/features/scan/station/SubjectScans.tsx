import { clientMarkingDetail } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { Panel, Pending, SimpleTable, Split, Stack, StatusTag, Time } from '@hengjuan/ui'
import { StationPanel } from './StationPanel.tsx'
import { type Detail, ScanPlaces } from './ScanPlaces.tsx'
import { MissingCandidates } from './MissingCandidates.tsx'

const REFRESH_MS = 15_000

/** One subject: where its sheets come from, its batches, classes and rooms, and who has no sheet yet. */
export function SubjectScans(props: { examId: number; subjectId: number }) {
  const { data, error, refetch } = useRoute(
    clientMarkingDetail,
    { query: { exam_id: props.examId, subject_id: props.subjectId, missing_in: 'subject' } },
    { refetchInterval: REFRESH_MS },
  )
  if (!data)
    return (
      <Panel>
        <Pending error={error} refetch={refetch} lines={8} />
      </Panel>
    )
  return (
    <Stack>
      <StationPanel stations={[...new Set(data.batches.map(({ station }) => station))]} />
      <Split>
        <Batches data={data} />
        <ScanPlaces data={data} />
      </Split>
      <MissingCandidates data={data} />
    </Stack>
  )
}

function Batches({ data }: { data: Detail }) {
  const voided = data.batches.reduce((sum, batch) => sum + batch.voided, 0)
  return (
    <Panel
      title={`${data.subject_name} · 批次`}
      note={`${data.batches.length} 批${voided > 0 ? `，作废重扫 ${voided} 张` : ''}`}
      flush
    >
      <SimpleTable
        label="批次"
        rows={data.batches}
        rowKey={({ batch_id }) => batch_id}
        empty="还没有批次。扫描站开始扫描后，每一叠答题卡是一个批次。"
        columns={[
          { key: 'label', title: '批次', render: ({ label }) => label },
          { key: 'station', title: '扫描站', render: ({ station }) => station },
          { key: 'operator', title: '扫描员', render: (batch) => batch.operator_name },
          { key: 'sheets', title: '张数', align: 'right', render: ({ sheets }) => sheets },
          {
            key: 'voided',
            title: '作废重扫',
            align: 'right',
            render: (batch) => batch.voided || '–',
          },
          { key: 'opened', title: '开始', render: (batch) => <Time at={batch.opened_at} /> },
          {
            key: 'state',
            title: '状态',
            render: (batch) =>
              batch.closed_at === null ? (
                <StatusTag status="busy">进行中</StatusTag>
              ) : (
                <StatusTag status="ok">已完成</StatusTag>
              ),
          },
        ]}
      />
    </Panel>
  )
}
