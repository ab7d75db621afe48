import { Button } from '@blueprintjs/core'
import type { ReplyOf, scoreImportSubjects } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import {
  EmptyState,
  ProgressBar,
  ReasonButton,
  type SimpleColumn,
  SimpleTable,
  StatusTag,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './score-import.module.css'

export type ImportedSubject = ReplyOf<typeof scoreImportSubjects>[number]

/** The subjects whose scores come by a table: what is there, and the next thing to do. */
export function ImportedSubjects(props: {
  subjects: readonly ImportedSubject[]
  /** The list of candidates without a record in a subject. */
  withoutRecord: (subjectId: number) => string
  /** Why nothing can be changed; null where it can. */
  reason: string | null
  onFull: (subject: ImportedSubject) => void
  onImport: (subject: ImportedSubject) => void
  onFinish: (subject: ImportedSubject) => void
}) {
  const { reason } = props
  const columns: SimpleColumn<ImportedSubject>[] = [
    { key: 'name', title: '科目', width: 120, render: ({ name }) => <b>{name}</b> },
    {
      key: 'full',
      title: '满分',
      width: 130,
      render: (subject) => (
        <span className={css['full']}>
          {subject.full_milli > 0 ? formatMilli(subject.full_milli) : '未设置'}
          {subject.has_items ? (
            <small>题目表</small>
          ) : (
            reason === null &&
            !subject.finished && (
              <Button
                size="small"
                variant="minimal"
                aria-label={`设置${subject.name}满分`}
                onClick={() => props.onFull(subject)}
              >
                {subject.full_milli > 0 ? '修改' : '设置'}
              </Button>
            )
          )}
        </span>
      ),
    },
    {
      key: 'progress',
      title: '成绩（人）',
      render: ({ name, scored, absent, registered }) => (
        <span className={css['progress']}>
          <ProgressBar label={`${name}成绩导入进度`} done={scored + absent} total={registered} />
        </span>
      ),
    },
    { key: 'absent', title: '缺考', width: 64, render: ({ absent }) => absent },
    {
      key: 'none',
      title: '无记录',
      width: 80,
      render: ({ subject_id, no_record }) =>
        no_record === 0 ? '0' : <Link to={props.withoutRecord(subject_id)}>{no_record}</Link>,
    },
    { key: 'out', title: '未选考', width: 72, render: ({ not_selected }) => not_selected },
    { key: 'state', title: '状态', width: 116, render: (subject) => <State subject={subject} /> },
    {
      key: 'acts',
      title: '',
      width: 190,
      render: (subject) =>
        !subject.finished && (
          <span className={css['acts']}>
            <ReasonButton
              size="small"
              reason={reason ?? (subject.full_milli === 0 ? '请先设置满分' : null)}
              onClick={() => props.onImport(subject)}
            >
              导入
            </ReasonButton>
            <ReasonButton
              size="small"
              intent={subject.no_record === 0 && subject.scored > 0 ? 'primary' : 'none'}
              reason={
                reason ??
                (subject.scored + subject.absent === 0
                  ? '还没有导入成绩'
                  : subject.partial > 0
                    ? `${subject.partial} 名考生的小题不全`
                    : null)
              }
              onClick={() => props.onFinish(subject)}
            >
              完成导入
            </ReasonButton>
          </span>
        ),
    },
  ]
  if (props.subjects.length === 0) return <EmptyState title="这场考试没有导入成绩的科目" />
  return (
    <SimpleTable
      label="导入成绩的科目"
      columns={columns}
      rows={props.subjects}
      rowKey={({ subject_id }) => subject_id}
    />
  )
}

function State({ subject }: { subject: ImportedSubject }) {
  if (subject.finished) return <StatusTag status="ok">已完成</StatusTag>
  if (subject.full_milli === 0) return <StatusTag status="warn">未设满分</StatusTag>
  if (subject.registered === 0) return <StatusTag status="warn">没有考生</StatusTag>
  if (subject.partial > 0) return <StatusTag status="warn">小题不全 {subject.partial} 人</StatusTag>
  if (subject.scored + subject.absent === 0) return <StatusTag status="idle">等待导入</StatusTag>
  return subject.no_record > 0 ? (
    <StatusTag status="busy">导入中</StatusTag>
  ) : (
    <StatusTag status="busy">待确认完成</StatusTag>
  )
}
