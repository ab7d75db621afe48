import { Button } from '@blueprintjs/core'
import { missingImages, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  SkeletonLines,
  StatusTag,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './scan-errors.module.css'

type Row = ReplyOf<typeof missingImages>['list'][number]

const columns: Column<Row>[] = [
  { key: 'subject', title: '科目', width: 80, frozen: true, render: (row) => row.subject_name },
  { key: 'batch', title: '批次', width: 140, grow: true, render: (row) => row.batch_label },
  { key: 'seq', title: '序号', width: 72, align: 'right', render: (row) => row.seq },
  {
    key: 'no',
    title: '考号',
    width: 120,
    sortBy: (row) => row.exam_no,
    render: (row) => row.exam_no ?? '未识别',
  },
  { key: 'name', title: '姓名', width: 100, render: (row) => row.candidate_name ?? '–' },
  {
    key: 'count',
    title: '缺失',
    width: 150,
    sortBy: (row) => row.pages + row.crops,
    render: (row) => `${row.pages} 页，${row.crops} 个题块`,
  },
  {
    key: 'reason',
    title: '原因',
    width: 240,
    grow: true,
    render: (row) => (
      <StatusTag status="bad">
        {row.reason === 'object' ? '图像文件不存在，请从备份恢复或补扫' : '图像没有登记，请补扫'}
      </StatusTag>
    ),
  },
]

/** Looks through an exam's images when asked: every one that the database names should be there. */
export function MissingImages({ examId }: { examId: number }) {
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch, isFetching } = useRoute(
    missingImages,
    { query: { exam_id: examId } },
    { enabled: isAsked, staleTime: 0 },
  )
  const look = (
    <Button loading={isFetching} onClick={() => (isAsked ? void refetch() : setAsked(true))}>
      {data ? '再次检查' : '检查图像'}
    </Button>
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!isAsked)
    return (
      <div className={css['row']} style={{ padding: 16 }}>
        <span className={css['hint']}>检查登记过的每一张答题卡图像是否都还在图像库中。</span>
        {look}
      </div>
    )
  if (!data) return <SkeletonLines lines={3} />
  if (data.list.length === 0)
    return (
      <EmptyState title="没有缺失的图像" action={look}>
        检查了 {data.sheet_count} 份答题卡的 {data.image_count} 张图像，全部存在。
      </EmptyState>
    )
  return (
    <>
      <div className={css['row']} style={{ padding: 16 }}>
        <b>
          {data.list.length} 份答题卡缺 {data.missing_count} 张图像
        </b>
        <span className={css['hint']}>共检查 {data.image_count} 张</span>
        <span className={css['grow']} />
        {look}
      </div>
      <DataTable
        columns={columns}
        rows={data.list}
        rowKey={(row) => row.sheet_id}
        label="缺失的图像"
        empty={null}
        maxHeight="360px"
      />
    </>
  )
}
