import { FormGroup } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { askScores, previewSchools, type ReplyOf } from '@hengjuan/contracts'
import { EXAM_ASK_STATES } from '@hengjuan/domain'
import {
  ConfirmDialog,
  DateField,
  type Column,
  DataTable,
  EmptyState,
  Panel,
  ReasonButton,
  StatusTag,
  Time,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './score.module.css'

type Unit = ReplyOf<typeof previewSchools>['list'][number]

const WORDS = { class: ['班级', '班主任'], school: ['学校', '学校管理员'] } as const
const TONES = { unchecked: 'idle', confirmed: 'ok', objected: 'bad' } as const
/** A deadline is the end of a day. */
const endOf = (day: string): string => new Date(`${day}T23:59:59+08:00`).toISOString()

/** Which classes, or schools of a joint exam, looked their scores through, and what they object to. */
export function UnitConfirm(props: { examId: number; mayAsk: boolean; isPublished: boolean }) {
  const { examId } = props
  const cache = useQueryClient()
  const { data, error, refetch } = useRoute(previewSchools, { query: { exam_id: examId } })
  const [asking, setAsking] = useState<readonly number[] | null>(null)
  const [day, setDay] = useState('')
  const ask = useCall(askScores, {
    onSuccess: ({ asked, recipients }) => {
      toast.done(`已请 ${asked} 个${unitWord}核对，通知 ${recipients} 人`)
      setAsking(null)
      void cache.invalidateQueries({ queryKey: routeKey(previewSchools) })
    },
  })
  const [unitWord, who] = WORDS[data?.by ?? 'class']
  const list = data?.list ?? []
  const left = list.filter(({ state }) => state !== 'confirmed')
  const objected = list.filter(({ state }) => state === 'objected').length
  return (
    <Panel
      title={`${unitWord}确认`}
      note={
        data &&
        `${list.length - left.length} / ${list.length} 个${unitWord}已确认${objected > 0 ? `，${objected} 个有异议` : ''}`
      }
      actions={
        props.mayAsk && (
          <ReasonButton
            reason={
              props.isPublished
                ? '成绩已发布'
                : left.length === 0
                  ? `没有需要核对的${unitWord}`
                  : null
            }
            onClick={() => setAsking(left.map(({ unit_id }) => unit_id))}
          >
            请{who}核对…
          </ReasonButton>
        )
      }
      flush
    >
      <DataTable
        label={`${unitWord}确认`}
        columns={columns(unitWord)}
        rows={data?.list}
        rowKey={({ unit_id }) => unit_id}
        error={error}
        onRetry={() => void refetch()}
        maxHeight="max(360px, calc(100vh - 320px))"
        empty={<EmptyState title="还没有考生">导入考生名单后，各{unitWord}会列在这里。</EmptyState>}
      />
      <ConfirmDialog
        isOpen={asking !== null}
        title={`请${who}核对成绩`}
        effect={`将请 ${asking?.length ?? 0} 个${unitWord}的${who}核对成绩`}
        confirmText={`请 ${asking?.length ?? 0} 个${unitWord}核对`}
        isPending={ask.isPending}
        error={ask.error}
        onClose={() => {
          ask.reset()
          setAsking(null)
        }}
        onConfirm={() =>
          ask.mutate({
            body: {
              exam_id: examId,
              unit_ids: [...(asking ?? [])],
              deadline: day === '' ? null : endOf(day),
            },
          })
        }
      >
        <p>他们只看到本{unitWord}考生的现有成绩，可以确认无误或写明异议。发布不以确认为前提。</p>
        <FormGroup label="核对期限（可不填）">
          <DateField label="核对期限" value={day} onChange={setDay} />
        </FormGroup>
      </ConfirmDialog>
    </Panel>
  )
}

const columns = (unitWord: string): Column<Unit>[] => [
  { key: 'name', title: unitWord, width: 160, frozen: true, render: ({ name }) => name },
  { key: 'registered', title: '应考', width: 80, align: 'right', render: (row) => row.registered },
  { key: 'present', title: '实考', width: 80, align: 'right', render: (row) => row.present },
  {
    key: 'mean',
    title: '总分均分',
    width: 110,
    align: 'right',
    render: ({ mean_milli }) => (mean_milli === null ? '–' : (mean_milli / 1000).toFixed(2)),
  },
  {
    key: 'state',
    title: '确认情况',
    width: 120,
    render: ({ state }) =>
      state === null ? (
        <span className={css['muted']}>未请核对</span>
      ) : (
        <StatusTag status={TONES[state]}>{EXAM_ASK_STATES[state]}</StatusTag>
      ),
  },
  {
    key: 'who',
    title: '核对人',
    width: 170,
    render: ({ by_name, at, deadline }) =>
      at === null ? (
        deadline !== null && (
          <span className={css['muted']}>
            期限 <Time at={deadline} />
          </span>
        )
      ) : (
        <>
          {by_name} <Time at={at} />
        </>
      ),
  },
  {
    key: 'note',
    title: '异议与变化',
    width: 240,
    grow: true,
    render: ({ note, changed }) => (
      <>
        {note}
        {changed > 0 && <StatusTag status="warn">之后改分 {changed} 处</StatusTag>}
      </>
    ),
  },
]
