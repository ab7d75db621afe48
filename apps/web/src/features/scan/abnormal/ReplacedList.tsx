import { abnormalMarkReplace, abnormalReplaced, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { type Column, DataTable, EmptyState, Piece, ReasonButton } from '@hengjuan/ui'
import { useState } from 'react'
import css from './abnormal.module.css'
import { tagLabel } from './SheetRow.tsx'
import type { Abnormal } from './use-abnormal.ts'

type Row = ReplyOf<typeof abnormalReplaced>['list'][number]

/** As many as one call sends. */
const LISTED = 200

const columns: Column<Row>[] = [
  {
    key: 'no',
    title: '考号',
    width: 120,
    render: (row) => row.exam_no,
    sortBy: (row) => row.exam_no,
  },
  { key: 'name', title: '姓名', width: 90, render: (row) => row.name },
  { key: 'class', title: '班级', width: 110, render: (row) => row.class_name },
  { key: 'block', title: '题块', width: 120, render: (row) => row.block_name },
  { key: 'tag', title: '标签', width: 100, render: (row) => tagLabel(row.tag) },
  { key: 'by', title: '更换人', width: 90, render: (row) => row.replaced_by },
  {
    key: 'image',
    title: '现在的图像',
    width: 260,
    grow: true,
    render: (row) => (
      <span className={css['thumbs']}>
        {row.is_risk && <small>涉及情绪或安全风险，只对学校管理员显示</small>}
        {row.urls.map((url) => (
          <Piece key={url} src={`${url}&width=400`} alt={`${row.name} ${row.block_name}`} />
        ))}
      </span>
    ),
  },
]

/** Answers with another image, to be sent to marking together. */
export function ReplacedList(props: { abnormal: Abnormal; onOpen: (candidateId: number) => void }) {
  const { at, run, pending } = props.abnormal
  const { data, error, refetch } = useRoute(abnormalReplaced, { query: { ...at, limit: LISTED } })
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const chosen = (data?.list ?? []).flatMap(({ abnormal_id }) =>
    keys.has(abnormal_id) ? [abnormal_id] : [],
  )
  return (
    <div className={css['table']}>
      <div className={css['bar']}>
        <span className={css['quiet']}>
          勾选核对过的题块一并送阅；因图像不同，此前的评阅会作废重评。点开一行可返回试卷修改。
        </span>
        <span className={css['grow']} />
        <ReasonButton
          intent="primary"
          loading={pending}
          reason={chosen.length === 0 ? '请先勾选要送阅的题块' : null}
          onClick={() =>
            void run(
              abnormalMarkReplace,
              { body: { ...at, abnormal_ids: chosen } },
              ({ blocks }) => `${blocks} 个题块已送阅`,
            ).then((reply) => reply && setKeys(new Set()))
          }
        >
          送阅 {chosen.length} 个题块
        </ReasonButton>
      </div>
      <DataTable
        columns={columns}
        rows={data?.list}
        rowKey={(row) => row.abnormal_id}
        rowHeight={64}
        label="换图待送阅的题块"
        error={error}
        onRetry={() => void refetch()}
        selection={{ keys, onChange: setKeys }}
        onOpenRow={(row) => props.onOpen(row.candidate_id)}
        empty={
          <EmptyState title="没有换图待送阅的题块">
            重新切割或上传过图像的题块，送阅之前会列在这里。
          </EmptyState>
        }
      />
    </div>
  )
}
