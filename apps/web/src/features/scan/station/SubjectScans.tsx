import { clientMarkingDetail } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import {
  copyText,
  Panel,
  Pending,
  SimpleTable,
  Split,
  Stack,
  StatusTag,
  Time,
  toast,
} from '@hengjuan/ui'
import { Button } from '@blueprintjs/core'
import { type Detail, ScanPlaces } from './ScanPlaces.tsx'
import css from './station.module.css'

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

/** Where the station finds this server, and which stations have sent sheets. */
function StationPanel({ stations }: { stations: readonly string[] }) {
  const address = window.location.origin
  const copy = async () => {
    if (await copyText(address)) toast.done('已复制服务器地址')
    else toast.error(new Error('浏览器不允许复制，请选中地址后按 Ctrl+C'))
  }
  return (
    <Panel title="扫描站">
      <div className={css['station']}>
        <p>
          在连接扫描仪的电脑上打开扫描站，服务器地址填 <code>{address}</code>{' '}
          <Button size="small" onClick={() => void copy()}>
            复制
          </Button>
          ，用扫描员账号登录，选择考试和科目后开始扫描。断网也能继续扫，联网后自动上传。
        </p>
        <p className={css['muted']}>
          {stations.length > 0
            ? `本科目上传过的扫描站：${stations.join('、')}`
            : '本科目还没有扫描站上传过。电脑上没有扫描站时，请联系服务器管理员取得安装包。'}
        </p>
      </div>
    </Panel>
  )
}

/** A whole grade without sheets is no list to read: scanning has not begun. */
const MOST_MISSING = 300

function MissingCandidates({ data }: { data: Detail }) {
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
