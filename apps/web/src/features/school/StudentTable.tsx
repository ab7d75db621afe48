import type { ReplyOf, studentList } from '@hengjuan/contracts'
import { classLabel, STUDENT_STATES } from '@hengjuan/domain'
import { type Column, DataTable, type Selection, StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './school.module.css'

export type StudentRow = ReplyOf<typeof studentList>['list'][number]

const teachingText = (row: StudentRow) =>
  row.teaching_classes.map(({ subject_name, name }) => `${subject_name} ${name}`).join('、')

const columns: Column<StudentRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 104,
    frozen: true,
    render: (row) => <span className={css['name']}>{row.name}</span>,
    text: (row) => row.name,
  },
  { key: 'no', title: '学号', width: 120, render: (row) => row.student_no },
  { key: 'gender', title: '性别', width: 60, render: (row) => row.gender || '–' },
  {
    key: 'class',
    title: '班级',
    width: 116,
    render: (row) => classLabel(row.grade_id, row.class_name),
  },
  { key: 'combo', title: '选科', width: 76, render: (row) => row.combo ?? '–' },
  {
    key: 'teaching',
    title: '教学班',
    width: 150,
    grow: true,
    render: (row) => teachingText(row) || '–',
    text: teachingText,
  },
  {
    key: 'phone',
    title: '家长手机',
    width: 116,
    rank: 1,
    render: (row) => row.guardian_phone ?? '–',
  },
  {
    key: 'state',
    title: '状态',
    width: 84,
    render: (row) => (
      <StatusTag status={row.state === 'in' ? 'ok' : 'idle'}>{STUDENT_STATES[row.state]}</StatusTag>
    ),
    text: (row) => STUDENT_STATES[row.state],
  },
  {
    key: 'account',
    title: '查询账号',
    width: 116,
    render: (row) => row.account ?? <span className={css['muted']}>未开通</span>,
    text: (row) => row.account ?? '',
  },
]

/** Students in the order of the server; a click opens one. */
export function StudentTable(props: {
  rows: readonly StudentRow[] | undefined
  error: unknown
  onRetry: () => void
  onOpen: (row: StudentRow) => void
  currentKey: number | null
  selection?: Selection
  empty: ReactNode
}) {
  return (
    <DataTable
      label="学生列表"
      arrangedAs="school-students"
      columns={columns}
      rows={props.rows}
      rowKey={({ student_id }) => student_id}
      error={props.error}
      onRetry={props.onRetry}
      onOpenRow={props.onOpen}
      currentKey={props.currentKey}
      empty={props.empty}
      maxHeight="max(320px, calc(100vh - 340px))"
      {...(props.selection ? { selection: props.selection } : {})}
    />
  )
}
