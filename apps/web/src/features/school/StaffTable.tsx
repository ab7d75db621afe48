import type { ReplyOf, staffList } from '@hengjuan/contracts'
import { type Column, DataTable, type Selection, StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './school.module.css'

export type StaffRow = ReplyOf<typeof staffList>['list'][number]

/** 任课教师（高一1班；数学）. */
export const rolesText = (row: Pick<StaffRow, 'roles'>) =>
  row.roles
    .map(({ role_name, scope }) => (scope === '' ? role_name : `${role_name}（${scope}）`))
    .join('、')

const lessonsText = ({ teaching }: StaffRow) =>
  [...Map.groupBy(teaching, ({ subject_name }) => subject_name)]
    .map(([subject, lessons]) => `${subject} ${lessons.map((one) => one.class_name).join('、')}`)
    .join('；')

const columns: Column<StaffRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 100,
    frozen: true,
    render: (row) => <span className={css['name']}>{row.name}</span>,
    text: (row) => row.name,
  },
  { key: 'account', title: '账号', width: 120, render: (row) => row.account },
  {
    key: 'phone',
    title: '手机',
    width: 116,
    rank: 2,
    render: (row) => row.phone ?? '–',
    text: (row) => row.phone ?? '',
  },
  {
    key: 'roles',
    title: '身份',
    width: 240,
    grow: true,
    render: (row) => <span title={rolesText(row)}>{rolesText(row)}</span>,
    text: rolesText,
  },
  {
    key: 'lessons',
    title: '任课',
    width: 180,
    rank: 1,
    render: (row) => lessonsText(row) || '–',
    text: lessonsText,
  },
  {
    key: 'seen',
    title: '上次登录',
    width: 128,
    render: (row) =>
      row.last_sign_in === null ? (
        <span className={css['muted']}>从未登录</span>
      ) : (
        <Time at={row.last_sign_in} />
      ),
    text: (row) => row.last_sign_in ?? '从未登录',
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    render: (row) => (
      <StatusTag
        status={row.disabled ? 'idle' : 'ok'}
        {...(row.disabled_reason === null ? {} : { title: row.disabled_reason })}
      >
        {row.disabled ? '已停用' : '启用'}
      </StatusTag>
    ),
    text: (row) => (row.disabled ? '已停用' : '启用'),
  },
]

/** Staff in the order of the server; a click opens one. */
export function StaffTable(props: {
  rows: readonly StaffRow[] | undefined
  error: unknown
  onRetry: () => void
  onOpen: (row: StaffRow) => void
  currentKey: number | null
  selection?: Selection
  empty: ReactNode
}) {
  return (
    <DataTable
      label="教师列表"
      arrangedAs="school-staff"
      columns={columns}
      rows={props.rows}
      rowKey={({ user_id }) => user_id}
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
