import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { blockScores, type ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  FilterField,
  Pager,
  SearchField,
  Segmented,
  StatusTag,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FINAL_SOURCES } from './ScoreParts.tsx'
import css from './score.module.css'

type Row = ReplyOf<typeof blockScores>['list'][number]

const PAGE = 50

const columns: Column<Row>[] = [
  { key: 'name', title: '姓名', width: 110, frozen: true, render: ({ name }) => name },
  { key: 'exam_no', title: '考号', width: 120, render: ({ exam_no }) => exam_no },
  { key: 'class', title: '班级', width: 130, render: ({ class_name }) => class_name },
  {
    key: 'final',
    title: '得分',
    width: 90,
    align: 'right',
    render: ({ final_milli }) => (final_milli === null ? '–' : formatMilli(final_milli)),
  },
  {
    key: 'source',
    title: '来源',
    width: 130,
    render: ({ source }) => FINAL_SOURCES[source ?? ''] ?? '',
  },
  { key: 'readings', title: '评阅次数', width: 90, align: 'right', render: (row) => row.readings },
  {
    key: 'edited',
    title: '改分',
    width: 90,
    grow: true,
    render: ({ edited }) => edited && <StatusTag status="warn">已改分</StatusTag>,
  },
]

/** What candidates got in one block; a row opens the answer with who gave what. */
export function BlockScores(props: {
  examId: number
  subjects: readonly { subject_id: number; subject_name: string }[]
  onOpen: (target: { candidateId: number; subjectId: number | null }) => void
}) {
  const [subject, setSubject] = useState<number | null>(null)
  const subjectId = subject ?? props.subjects[0]?.subject_id ?? 0
  const [blockId, setBlockId] = useState<number | null>(null)
  const [source, setSource] = useState('')
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(PAGE)
  const { data, error, refetch } = useRoute(
    blockScores,
    {
      query: {
        exam_id: props.examId,
        subject_id: subjectId,
        page,
        limit,
        ...(blockId === null ? {} : { block_id: blockId }),
        ...(source === '' ? {} : { source }),
        ...(keyword === '' ? {} : { keyword }),
      },
    },
    { placeholderData: keepPreviousData, enabled: subjectId > 0 },
  )
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPage(1)
    }
  return (
    <div className={css['stack']}>
      <FilterBar trailing={data && `共 ${data.total} 份`}>
        <Segmented
          label="科目"
          options={props.subjects.map(({ subject_id, subject_name }) => ({
            value: subject_id,
            label: subject_name,
          }))}
          value={subjectId}
          onChange={(value) => {
            setSubject(value)
            first(setBlockId)(null)
          }}
        />
        <FilterField label="题块">
          <HTMLSelect
            value={data?.block_id ?? ''}
            options={(data?.blocks ?? []).map(({ block_id, name, full_milli }) => ({
              value: block_id,
              label: `${name}（${formatMilli(full_milli)} 分）`,
            }))}
            onChange={({ currentTarget }) => first(setBlockId)(Number(currentTarget.value))}
          />
        </FilterField>
        <FilterField label="来源">
          <HTMLSelect
            value={source}
            options={[
              { value: '', label: '全部' },
              ...Object.entries(FINAL_SOURCES).map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget }) => first(setSource)(currentTarget.value)}
          />
        </FilterField>
        <SearchField
          value={keyword}
          onChange={first(setKeyword)}
          placeholder="姓名、拼音首字母或考号"
        />
      </FilterBar>
      <DataTable
        label="题块得分"
        columns={columns}
        rows={data?.list}
        rowKey={({ unit_id }) => unit_id}
        error={error}
        onRetry={() => void refetch()}
        rowHeight={36}
        onOpenRow={({ candidate_id }) => props.onOpen({ candidateId: candidate_id, subjectId })}
        maxHeight="max(360px, calc(100vh - 360px))"
        empty={<EmptyState title="没有试卷">这个题块还没有试卷，或没有符合条件的试卷。</EmptyState>}
      />
      {data && data.total > limit && (
        <Pager
          page={page}
          limit={limit}
          total={data.total}
          unit="份"
          onPage={setPage}
          onLimit={first(setLimit)}
        />
      )}
    </div>
  )
}
