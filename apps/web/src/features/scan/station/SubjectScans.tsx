import { clientMarkingDetail, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import {
  ErrorState,
  Panel,
  ProgressBar,
  SimpleTable,
  SkeletonLines,
  Split,
  Stack,
  StatusTag,
  Time,
} from '@hengjuan/ui'
import { StationPanel } from './StationPanel.tsx'
import css from './station.module.css'

type Detail = ReplyOf<typeof clientMarkingDetail>
const REFRESH_MS = 15_000
/** A whole grade without sheets is no list to read: scanning has not begun. */
const MOST_MISSING = 300

/** One subject: where its sheets come from, its batches, classes and rooms, and who has no sheet yet. */
export function SubjectScans(props: { examId: number; subjectId: number }) {
  const { data, error, refetch } = useRoute(
    clientMarkingDetail,
    { query: { exam_id: props.examId, subject_id: props.subjectId, missing_in: 'subject' } },
    { refetchInterval: REFRESH_MS },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Panel>
        <SkeletonLines lines={8} />
      </Panel>
    )
  return (
    <Stack>
      <StationPanel stations={[...new Set(data.batches.map(({ station }) => station))]} />
      <Split>
        <Batches data={data} />
        <Places data={data} />
      </Split>
      <Missing data={data} />
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

interface Place {
  name: string
  expected: number
  scanned: number
  absent: number
}

function Places({ data }: { data: Detail }) {
  const rooms = data.rooms.filter(({ room_no }) => room_no !== null)
  const places = rooms.length > 0 ? 'room' : 'class'
  const rows: Place[] =
    places === 'room'
      ? rooms.map((room) => ({
          ...room,
          name: `第 ${room.room_no} 考场`,
          // Who is absent is not expected.
          expected: room.expected - room.absent,
        }))
      : data.classes.map((one) => ({ ...one, name: one.class_name, absent: 0 }))
  return (
    <Panel title={places === 'room' ? '各考场' : '各班级'} note="已扫考生" flush>
      <SimpleTable
        label={places === 'room' ? '各考场已扫考生' : '各班级已扫考生'}
        rows={rows}
        rowKey={({ name }) => name}
        empty="还没有考生"
        columns={[
          { key: 'name', title: places === 'room' ? '考场' : '班级', render: ({ name }) => name },
          {
            key: 'scanned',
            title: '已扫考生',
            render: ({ name, scanned, expected }) => (
              <ProgressBar label={`${name}已扫考生`} done={scanned} total={expected} />
            ),
          },
          ...(places === 'room'
            ? [
                {
                  key: 'absent',
                  title: '确认缺考',
                  align: 'right' as const,
                  render: ({ absent }: Place) => absent || '–',
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

function Missing({ data }: { data: Detail }) {
  const waiting = data.missing.filter(({ attendance }) => attendance !== 1)
  const shown = waiting.slice(0, MOST_MISSING)
  return (
    <Panel
      title="未扫名单"
      note={
        waiting.length === 0
          ? '没有'
          : `${waiting.length} 人没有答题卡，也没有确认缺考：补扫，或在异常中确认缺考`
      }
      flush
      {...(shown.length < waiting.length
        ? { footer: `只列出前 ${MOST_MISSING} 人；按考场或班级扫描后名单会变短` }
        : {})}
    >
      {waiting.length > 0 && (
        <div className={css['missing']}>
          <SimpleTable
            label="未扫名单"
            rows={shown}
            rowKey={({ candidate_id }) => candidate_id}
            columns={[
              { key: 'no', title: '考号', render: ({ exam_no }) => exam_no },
              { key: 'name', title: '姓名', render: ({ name }) => name },
              { key: 'class', title: '班级', render: ({ class_name }) => class_name },
              { key: 'room', title: '考场', render: ({ room_no }) => room_no ?? '–' },
              { key: 'seat', title: '座位', render: ({ seat_no }) => seat_no ?? '–' },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
