import { type clientExam, type ReplyOf } from '@hengjuan/contracts'
import { Panel, ProgressBar, SimpleTable, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'

type Subject = ReplyOf<typeof clientExam>[number]['subjects'][number]

/** The subjects of an exam: how many are scanned, whether the station may send, what waits. */
export function ScanSubjects(props: {
  subjects: readonly Subject[]
  chosen: number | null
  toSubject: (subjectId: number) => string
  toExceptions: (subjectId: number) => string | null
}) {
  return (
    <Panel title="各科目" note="点科目查看批次、班级和未扫名单" flush>
      <SimpleTable
        label="各科目的扫描"
        rows={props.subjects}
        rowKey={({ subject_id }) => subject_id}
        tone={({ subject_id }) => (subject_id === props.chosen ? 'picked' : undefined)}
        columns={[
          {
            key: 'name',
            title: '科目',
            width: 110,
            render: ({ subject_id, subject_name }) => (
              <Link to={props.toSubject(subject_id)}>{subject_name}</Link>
            ),
          },
          {
            key: 'scanned',
            title: '已扫考生',
            width: 200,
            render: ({ subject_name, scanned, expected }) => (
              <ProgressBar label={`${subject_name}已扫考生`} done={scanned} total={expected} />
            ),
          },
          {
            key: 'sheets',
            title: '答题卡（张）',
            width: 110,
            align: 'right',
            render: ({ sheets }) => sheets,
          },
          {
            key: 'exceptions',
            title: '待处理异常',
            width: 120,
            render: ({ subject_id, open_exceptions: open }) => {
              const to = props.toExceptions(subject_id)
              if (open === 0) return <StatusTag status="ok">没有</StatusTag>
              const tag = <StatusTag status="warn">{open} 条</StatusTag>
              return to === null ? tag : <Link to={to}>{tag}</Link>
            },
          },
          {
            key: 'upload',
            title: '扫描站上传',
            render: ({ upload }) =>
              upload.open ? (
                <StatusTag status="ok">可以上传</StatusTag>
              ) : (
                <>
                  <StatusTag status="idle">暂不能上传</StatusTag> {upload.reason}
                </>
              ),
          },
        ]}
      />
    </Panel>
  )
}
