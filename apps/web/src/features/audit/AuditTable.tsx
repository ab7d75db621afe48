import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { auditExport, auditList, type ReplyOf } from '@hengjuan/contracts'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  DateField,
  DownloadButton,
  EmptyState,
  filter,
  FilterBar,
  FilterField,
  PageTurns,
  SearchField,
  SideDrawer,
  SimpleTable,
  Time,
  useUrlFilters,
  utcOf,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './audit.module.css'

type Row = ReplyOf<typeof auditList>['list'][number]

const LIMIT = 50
const filters = {
  keyword: filter.text(),
  action: filter.text(),
  object: filter.text(),
  from: filter.text(),
  to: filter.text(),
  page: filter.number(1),
}

const columns: Column<Row>[] = [
  { key: 'at', title: '时间', width: 132, frozen: true, render: ({ at }) => <Time at={at} /> },
  {
    key: 'who',
    title: '操作人',
    width: 168,
    render: ({ user_name, role_name }) => (
      <>
        {user_name ?? '系统'}
        <span className={css['role']}>{role_name}</span>
      </>
    ),
  },
  { key: 'action', title: '操作', width: 144, render: ({ action_label }) => action_label },
  { key: 'object', title: '对象', width: 240, grow: true, render: (row) => row.object_label },
  {
    key: 'fields',
    title: '内容',
    width: 260,
    grow: true,
    render: ({ fields }) => (
      <span className={css['line']}>
        {fields.map(({ label, after, before }) => `${label}：${after ?? before ?? ''}`).join('；')}
      </span>
    ),
  },
  { key: 'client', title: '设备', width: 152, render: ({ client }) => client ?? '–' },
]

/** Who did what and when, of the own school or of the whole server; a row opens with what changed. */
export function AuditTable({ all }: { all: boolean }) {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const [opened, setOpened] = useState<Row | null>(null)
  const [from, to] = [utcOf(values.from), utcOf(values.to)]
  const asked = {
    ...(all ? { all } : {}),
    ...(values.keyword ? { keyword: values.keyword } : {}),
    ...(values.action ? { action: values.action } : {}),
    ...(values.object ? { object: values.object } : {}),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  }
  const { data, error, refetch } = useRoute(
    auditList,
    { query: { ...asked, page: values.page, limit: LIMIT } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <div className={css['filters']}>
        <FilterBar
          onReset={isSet ? reset : undefined}
          trailing={
            <>
              {data && `共 ${data.total} 条`}
              <DownloadButton route={auditExport} input={{ query: asked }} size="small">
                导出
              </DownloadButton>
            </>
          }
        >
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="操作人姓名或账号"
            width={180}
          />
          <Choice
            label="操作"
            value={values.action}
            options={AUDIT_ACTIONS}
            onChange={(action) => set({ action })}
          />
          <Choice
            label="对象"
            value={values.object.split(':')[0] ?? ''}
            options={AUDIT_OBJECTS}
            onChange={(object) => set({ object })}
          />
          <FilterField label="从">
            <DateField
              label="起始日期"
              usualTime="00:00"
              value={values.from}
              onChange={(text) => set({ from: text })}
            />
          </FilterField>
          <FilterField label="到">
            <DateField
              label="截止日期"
              usualTime="23:59"
              value={values.to}
              onChange={(text) => set({ to: text })}
            />
          </FilterField>
        </FilterBar>
      </div>
      <DataTable
        label="操作记录"
        columns={columns}
        rows={data?.list}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={setOpened}
        currentKey={opened?.id ?? null}
        maxHeight="max(320px, calc(100vh - 300px))"
        empty={
          <EmptyState title={isSet ? '没有符合条件的记录' : '还没有记录'}>
            {isSet ? '请调整筛选条件，或清除筛选。' : '登录、修改与导出都会记在这里。'}
          </EmptyState>
        }
      />
      <PageTurns
        page={values.page}
        limit={LIMIT}
        total={data?.total ?? 0}
        onPage={(page) => set({ page })}
      />
      <SideDrawer
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? `${opened.action_label}：${opened.object_label}` : ''}
        size="520px"
        hasBackdrop={false}
      >
        {opened && <AuditDetail row={opened} />}
      </SideDrawer>
    </>
  )
}

function AuditDetail({ row }: { row: Row }) {
  return (
    <div className={css['detail']}>
      <dl>
        <dt>时间</dt>
        <dd>
          <Time at={row.at} />
        </dd>
        <dt>操作人</dt>
        <dd>
          {row.user_name ?? '系统'} {row.account && `（${row.account}）`} {row.role_name}
        </dd>
        <dt>学校</dt>
        <dd>{row.school_name ?? '–'}</dd>
        <dt>对象</dt>
        <dd>{row.link ? <Link to={row.link}>{row.object_label}</Link> : row.object_label}</dd>
        <dt>设备</dt>
        <dd>{row.client ?? '–'}</dd>
        <dt>请求编号</dt>
        <dd className={css['muted']}>{row.request_id}</dd>
      </dl>
      {row.fields.length > 0 && (
        <SimpleTable
          label="改动"
          columns={[
            { key: 'label', title: '项目', render: ({ label }) => label },
            { key: 'before', title: '改前', render: ({ before }) => before ?? '–' },
            { key: 'after', title: '改后', render: ({ after }) => after ?? '–' },
          ]}
          rows={row.fields}
          rowKey={({ label }) => label}
        />
      )}
    </div>
  )
}

const Choice = (props: {
  label: string
  value: string
  options: Readonly<Record<string, string>>
  onChange: (value: string) => void
}) => (
  <FilterField label={props.label}>
    <HTMLSelect
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      options={[
        { value: '', label: '全部' },
        ...Object.entries(props.options).map(([value, label]) => ({ value, label })),
      ]}
    />
  </FilterField>
)
