import type { ReplyOf, schoolClasses } from '@hengjuan/contracts'
import { classLabel } from '@hengjuan/domain'
import { type Column, DataTable, StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './school.module.css'

export type ClassRow = ReplyOf<typeof schoolClasses>[number]

const teachersText = (row: ClassRow) =>
  row.teachers.map(({ name, subject_name }) => `${subject_name} ${name}`).join('、')
const combosText = (row: ClassRow) =>
  row.combos.map(({ combo, count }) => `${combo} ${count}`).join('、')

const columns: Column<ClassRow>[] = [
  {
    key: 'name',
    title: '班级',
    width: 150,
    frozen: true,
    render: (row) => (
      <>
        <span className={css['name']}>{classLabel(row.grade_id, row.name)}</span>{' '}
        {row.closed && <StatusTag status="idle">已停用</StatusTag>}
      </>
    ),
    text: (row) => classLabel(row.grade_id, row.name),
  },
  {
    key: 'teacher',
    title: '班主任',
    width: 96,
    render: (row) =>
      row.kind === 'teaching'
        ? (row.subject_name ?? '')
        : (row.class_teacher ?? <span className={css['muted']}>未指定</span>),
    text: (row) => row.class_teacher ?? '',
  },
  {
    key: 'teachers',
    title: '任课教师',
    width: 190,
    grow: true,
    render: (row) => teachersText(row) || <span className={css['muted']}>未安排</span>,
    text: teachersText,
  },
  {
    key: 'students',
    title: '学生',
    width: 72,
    align: 'right',
    render: (row) => row.student_count,
    sortBy: (row) => row.student_count,
  },
  { key: 'combos', title: '选科', width: 160, rank: 2, render: combosText, text: combosText },
  {
    key: 'exam',
    title: '最近考试',
    width: 180,
    rank: 1,
    render: (row) => row.last_exam?.name ?? '–',
    text: (row) => row.last_exam?.name ?? '',
  },
]

const teachingColumns = columns.map((column) =>
  column.key === 'teacher' ? { ...column, title: '科目' } : column,
)

/** Classes of a grade, or of all; a click opens one. */
export function ClassTable(props: {
  kind: 'admin' | 'teaching'
  rows: readonly ClassRow[] | undefined
  error: unknown
  onRetry: () => void
  onOpen: (row: ClassRow) => void
  currentKey: number | null
  empty: ReactNode
}) {
  return (
    <DataTable
      label="班级列表"
      columns={props.kind === 'admin' ? columns : teachingColumns}
      rows={props.rows}
      rowKey={({ class_id }) => class_id}
      error={props.error}
      onRetry={props.onRetry}
      onOpenRow={props.onOpen}
      currentKey={props.currentKey}
      empty={props.empty}
    />
  )
}
