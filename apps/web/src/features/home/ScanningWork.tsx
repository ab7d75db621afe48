import { useRoute } from '@hengjuan/client/react'
import { clientExam, type ReplyOf } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  Panel,
  ProgressBar,
  SimpleTable,
  SkeletonLines,
  StatusTag,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './results.module.css'

type Exam = ReplyOf<typeof clientExam>[number]
const REFRESH_MS = 15_000

/** What is to be scanned: batches, who has no sheet, what waits for a decision. */
export function ScanningWork(props: {
  scanOf: (examId: number, subjectId: number) => string
  exceptionsOf: (examId: number, subjectId: number) => string
}) {
  const { data, error, refetch } = useRoute(
    clientExam,
    { query: {} },
    { refetchInterval: REFRESH_MS },
  )
  const open = data?.filter(({ published }) => !published)
  if (error && !data)
    return (
      <Panel title="扫描">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!open)
    return (
      <Panel title="扫描">
        <SkeletonLines lines={6} />
      </Panel>
    )
  if (open.length === 0)
    return (
      <Panel title="扫描">
        <EmptyState title="没有要扫描的考试">新建考试并设置答题卡后会出现在这里。</EmptyState>
      </Panel>
    )
  return (
    <div className={css['look']}>
      <Panel title="扫描站">
        在连接扫描仪的电脑上打开扫描站，服务器地址填 <code>{window.location.origin}</code>
        ，用本账号登录后选择考试和科目。
      </Panel>
      {open.map((exam) => (
        <ExamScans key={exam.exam_id} {...props} exam={exam} />
      ))}
    </div>
  )
}

const ExamScans = (props: Parameters<typeof ScanningWork>[0] & { exam: Exam }) => (
  <Panel title={props.exam.exam_name} note={props.exam.start_date} flush>
    <SimpleTable
      label={`${props.exam.exam_name}的扫描`}
      rows={props.exam.subjects}
      rowKey={({ subject_id }) => subject_id}
      columns={[
        {
          key: 'name',
          title: '科目',
          width: 110,
          render: ({ subject_id, subject_name }) => (
            <Link to={props.scanOf(props.exam.exam_id, subject_id)}>{subject_name}</Link>
          ),
        },
        {
          key: 'scanned',
          title: '已扫考生',
          render: ({ subject_name, scanned, expected }) => (
            <ProgressBar label={`${subject_name}已扫考生`} done={scanned} total={expected} />
          ),
        },
        {
          key: 'missing',
          title: '未扫',
          align: 'right',
          render: ({ subject_id, scanned, expected }) =>
            scanned < expected ? (
              <Link to={props.scanOf(props.exam.exam_id, subject_id)}>
                {expected - scanned} 人，批次与名单
              </Link>
            ) : (
              '没有'
            ),
        },
        {
          key: 'exceptions',
          title: '待处理异常',
          align: 'right',
          render: ({ subject_id, open_exceptions: open }) =>
            open === 0 ? (
              <StatusTag status="ok">没有</StatusTag>
            ) : (
              <Link to={props.exceptionsOf(props.exam.exam_id, subject_id)}>
                <StatusTag status="warn">{open} 条</StatusTag>
              </Link>
            ),
        },
        {
          key: 'upload',
          title: '上传',
          render: ({ upload }) =>
            upload.open ? <StatusTag status="ok">可以上传</StatusTag> : upload.reason,
        },
      ]}
    />
  </Panel>
)
