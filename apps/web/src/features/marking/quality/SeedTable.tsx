import { Button, Checkbox, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, seedClear, seedResults } from '@hengjuan/contracts'
import { formatMilli, SEED_STATES } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  Panel,
  ReasonButton,
  sentenceOf,
  type Status,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './quality.module.css'

type Row = ReplyOf<typeof seedResults>['list'][number]

const STATUS: Readonly<Record<Row['state'], Status>> = {
  ok: 'ok',
  second: 'busy',
  warned: 'warn',
  suspended: 'bad',
}

/** What every marker did with the seeds; who failed twice waits here for a leader. */
export function SeedTable({ blockId }: { blockId: number }) {
  const { data, error, refetch } = useRoute(seedResults, { query: { block_id: blockId } })
  const client = useQueryClient()
  const [open, setOpen] = useState<Row | null>(null)
  const clear = useCall(seedClear, {
    onSuccess: async ({ sent_back, kept }) => {
      setOpen(null)
      const rest = kept > 0 ? `，${kept} 份已由他人裁定，保持不变` : ''
      toast.done(
        sent_back > 0 ? `可以继续评阅，打回 ${sent_back} 份${rest}` : `可以继续评阅${rest}`,
      )
      await client.invalidateQueries({ queryKey: routeKey(seedResults) })
    },
  })
  const columns: readonly Column<Row>[] = [
    { key: 'name', title: '阅卷教师', width: 120, frozen: true, render: ({ name }) => name },
    {
      key: 'state',
      title: '状态',
      width: 160,
      render: ({ state }) => <StatusTag status={STATUS[state]}>{SEED_STATES[state]}</StatusTag>,
    },
    {
      key: 'passed',
      title: '合格 / 已评',
      width: 110,
      align: 'right',
      sortBy: ({ passed, failed }) => (passed + failed === 0 ? null : passed / (passed + failed)),
      render: ({ passed, failed }) =>
        passed + failed === 0 ? '–' : `${passed} / ${passed + failed}`,
    },
    {
      key: 'results',
      title: '各份给分（标准分）',
      width: 260,
      grow: true,
      render: ({ results }) => results.map(resultText).join('　') || '还没有评到种子卷',
    },
    {
      key: 'left',
      title: '未发',
      hint: '这位教师还没有评过的种子卷；用完后不再插入，请补充标准卷',
      width: 80,
      align: 'right',
      render: ({ seeds_left }) => seeds_left,
    },
    {
      key: 'act',
      title: '处理',
      width: 150,
      render: (row) =>
        row.state === 'warned' || row.state === 'suspended' ? (
          <Button size="small" intent="primary" onClick={() => setOpen(row)}>
            确认后继续…
          </Button>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <Panel flush>
      <DataTable
        label="种子卷结果"
        columns={columns}
        rows={data?.list}
        rowKey={({ marker_id }) => marker_id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState size="large" title="这个题块还没有阅卷教师">
            在阅卷设置中添加阅卷教师后，种子卷的结果会显示在这里。
          </EmptyState>
        }
      />
      {open && (
        <ClearDialog
          row={open}
          isPending={clear.isPending}
          error={clear.error}
          onClose={() => {
            clear.reset()
            setOpen(null)
          }}
          onClear={(note, sendBack) =>
            clear.mutate({
              body: {
                block_id: blockId,
                marker_id: open.marker_id,
                note,
                ...(sendBack ? { send_back: 1 as const } : {}),
              },
            })
          }
        />
      )}
    </Panel>
  )
}

function resultText({ kind, score_milli, definitive_milli }: Row['results'][number]): string {
  if (kind === 'problem') return '问题卷'
  const sign = kind === 'pass' ? '✓' : '✕'
  return `${sign} ${formatMilli(score_milli ?? 0)}（${formatMilli(definitive_milli ?? 0)}）`
}

function ClearDialog(props: {
  row: Row
  isPending: boolean
  error: unknown
  onClose: () => void
  onClear: (note: string, sendBack: boolean) => void
}) {
  const { row } = props
  const [note, setNote] = useState('')
  const [sendsBack, setSendsBack] = useState(false)
  return (
    <Dialog isOpen onClose={props.onClose} title={`${row.name} · 种子卷确认`}>
      <DialogBody>
        <p>
          {SEED_STATES[row.state]}：种子卷合格 {row.passed} 份，不合格 {row.failed} 份。
          {row.last_passed_at === null ? '至今没有合格的种子卷，' : '上次合格以来，'}
          提交了 {row.remark_count} 份评阅。
        </p>
        {row.remark.length > 0 && (
          <p className={css['note']}>
            {row.remark
              .slice(0, 12)
              .map((one) => `${one.secret_code} ${formatMilli(one.total_milli)} 分`)
              .join('，')}
            {row.remark_count > 12 ? ' 等' : ''}
          </p>
        )}
        <Checkbox
          checked={sendsBack}
          disabled={row.remark_count === 0}
          label={`把这 ${row.remark_count} 份打回，由本人重评`}
          onChange={({ currentTarget }) => setSendsBack(currentTarget.checked)}
        />
        <TextArea
          fill
          aria-label="说明"
          placeholder={sendsBack ? '打回原因，阅卷教师会看到' : '与教师沟通的情况，可不填'}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {props.error !== null && props.error !== undefined && (
          <p className={css['error']} role="alert">
            {sentenceOf(props.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={props.isPending}
              reason={sendsBack && note.trim() === '' ? '打回重评请写明原因' : null}
              onClick={() => props.onClear(note, sendsBack)}
            >
              {sendsBack ? `打回 ${row.remark_count} 份并继续` : '确认，继续评阅'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
