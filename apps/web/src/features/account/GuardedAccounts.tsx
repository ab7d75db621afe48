import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { factorReset, guardedAccounts, type ReplyOf, unlockUser } from '@hengjuan/contracts'
import {
  type Column,
  DataTable,
  EmptyState,
  filter,
  FilterBar,
  PageTurns,
  SearchField,
  Time,
  toast,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import css from './security.module.css'

type Row = ReplyOf<typeof guardedAccounts>['list'][number]

const LIMIT = 20
const filters = { keyword: filter.text(), page: filter.number(1) }

/** Accounts that wait after wrong passwords, or those with a second factor, for whoever looks after them. */
export function GuardedAccounts({ kind }: { kind: 'locked' | 'factor' }) {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const [asked, setAsked] = useState<Row | null>(null)
  const { data, error, refetch } = useRoute(
    guardedAccounts,
    {
      query: {
        kind,
        page: values.page,
        limit: LIMIT,
        ...(values.keyword === '' ? {} : { keyword: values.keyword }),
      },
    },
    { placeholderData: keepPreviousData },
  )
  const unlock = useCall(unlockUser, {
    onSuccess: () => {
      toast.done('已解除锁定，可以立即登录')
      void refetch()
    },
    onError: (failed) => toast.error(failed),
  })
  const columns: Column<Row>[] = [
    { key: 'name', title: '姓名', width: 140, frozen: true, render: ({ name }) => name },
    { key: 'account', title: '账号', width: 180, render: ({ account }) => account },
    {
      key: 'school',
      title: '学校',
      width: 200,
      grow: true,
      render: ({ school_name }) => school_name ?? '–',
    },
    ...(kind === 'locked'
      ? [
          {
            key: 'tries',
            title: '输错次数',
            width: 100,
            align: 'right' as const,
            render: ({ tries }: Row) => tries,
          },
          {
            key: 'until',
            title: '锁定到',
            width: 140,
            render: ({ locked_until }: Row) =>
              locked_until === null ? '–' : <Time at={locked_until} />,
          },
        ]
      : []),
    {
      key: 'act',
      title: '',
      width: 140,
      render: (row) =>
        kind === 'locked' ? (
          <Button
            size="small"
            loading={unlock.isPending && unlock.variables.body.user_id === row.user_id}
            onClick={() => unlock.mutate({ body: { user_id: row.user_id } })}
          >
            解除锁定
          </Button>
        ) : (
          <Button
            size="small"
            disabled={data?.manages_server !== true}
            title={data?.manages_server === true ? '' : '只有系统管理员可以重置'}
            onClick={() => setAsked(row)}
          >
            重置两步验证
          </Button>
        ),
    },
  ]
  return (
    <>
      <div className={css['filters']}>
        <FilterBar onReset={isSet ? reset : undefined} trailing={data && `共 ${data.total} 个`}>
          <SearchField
            placeholder="姓名或账号"
            value={values.keyword}
            onChange={(keyword) => set({ keyword, page: 1 })}
          />
        </FilterBar>
      </div>
      <DataTable
        label={kind === 'locked' ? '被锁定的账号' : '开启两步验证的账号'}
        columns={columns}
        rows={data?.list}
        rowKey={({ user_id }) => user_id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState
            title={
              isSet
                ? '没有符合条件的账号'
                : kind === 'locked'
                  ? '没有被锁定的账号'
                  : '没有开启两步验证的账号'
            }
          >
            {kind === 'locked'
              ? '连续输错密码的账号会在这里出现，等待时间过后自动解除。'
              : '在「账号安全」中可以为自己的账号开启。'}
          </EmptyState>
        }
      />
      <PageTurns
        page={values.page}
        limit={LIMIT}
        total={data?.total ?? 0}
        onPage={(page) => set({ page })}
      />
      <ResetDialog
        key={asked?.user_id ?? 0}
        row={asked}
        onClose={(isDone) => {
          setAsked(null)
          if (isDone) void refetch()
        }}
      />
    </>
  )
}

function ResetDialog({ row, onClose }: { row: Row | null; onClose: (isDone: boolean) => void }) {
  const [reason, setReason] = useState('')
  const reset = useCall(factorReset, {
    onSuccess: () => {
      toast.done(`已重置 ${row?.name ?? ''} 的两步验证，其登录已退出`)
      onClose(true)
    },
    onError: (failed) => toast.error(failed),
  })
  return (
    <Dialog isOpen={row !== null} title="重置两步验证" onClose={() => onClose(false)}>
      <DialogBody>
        <div className={css['form']}>
          <p>
            {row?.name}（{row?.account}
            ）的身份验证器和恢复码将失效，所有登录随即退出，下次登录只用密码。
            请先确认是本人提出的。
          </p>
          <label className={css['field']} htmlFor="reset-reason">
            原因
            <InputGroup
              id="reset-reason"
              autoFocus
              maxLength={200}
              value={reason}
              onValueChange={setReason}
            />
          </label>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={() => onClose(false)}>取消</Button>
            <Button
              intent="danger"
              disabled={reason.trim() === ''}
              loading={reset.isPending}
              onClick={() =>
                row && reset.mutate({ body: { user_id: row.user_id, reason: reason.trim() } })
              }
            >
              重置
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
