import { useRoute } from '@hengjuan/client/react'
import { previewStudents, type ReplyOf } from '@hengjuan/contracts'
import { type Attendance, attendanceLabel, formatMilli, PRESENT } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState, FilterBar, SearchField } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import css from './score.module.css'

type Student = ReplyOf<typeof previewStudents>['list'][number]

/** All at once: a grade has at most a few thousand. */
const ALL = 5000

/** Scores as they stand now; a score opens what it is made of. */
export function PreviewStudents(props: {
  examId: number
  onOpen: (target: { candidateId: number; subjectId: number | null }) => void
}) {
  const { examId, onOpen } = props
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useRoute(
    previewStudents,
    { query: { exam_id: examId, limit: ALL, ...(keyword === '' ? {} : { keyword }) } },
    { placeholderData: keepPreviousData },
  )
  const columns = useMemo(() => columnsOf(data?.list ?? [], onOpen), [data, onOpen])
  return (
    <div className={css['stack']}>
      <FilterBar trailing={data && `共 ${data.total} 名考生`}>
        <SearchField value={keyword} onChange={setKeyword} placeholder="姓名、拼音首字母或考号" />
        <span className={css['muted']}>点分数查看逐题得分与各次评阅</span>
      </FilterBar>
      <DataTable
        label="考生成绩（发布前）"
        columns={columns}
        rows={data?.list}
        rowKey={(row) => row.candidate_id}
        error={error}
        onRetry={() => void refetch()}
        initialSort={{ key: 'exam_no', isAscending: true }}
        rowHeight={36}
        onOpenRow={({ candidate_id }) => onOpen({ candidateId: candidate_id, subjectId: null })}
        maxHeight="max(360px, calc(100vh - 320px))"
        empty={
          keyword ? (
            <EmptyState title={`没有找到「${keyword}」`}>请核对姓名或考号。</EmptyState>
          ) : (
            <EmptyState title="这场考试还没有考生">请先在考生管理中导入考生名单。</EmptyState>
          )
        }
      />
    </div>
  )
}

function columnsOf(
  rows: readonly Student[],
  onOpen: (target: { candidateId: number; subjectId: number | null }) => void,
): Column<Student>[] {
  return [
    {
      key: 'name',
      title: '姓名',
      width: 100,
      frozen: true,
      sortBy: (row) => row.name,
      render: (row) => row.name,
    },
    {
      key: 'exam_no',
      title: '考号',
      width: 112,
      frozen: true,
      sortBy: (row) => row.exam_no,
      render: (row) => row.exam_no,
    },
    {
      key: 'class',
      title: '班级',
      width: 112,
      sortBy: (row) => row.class_name,
      render: (row) => row.class_name,
    },
    {
      key: 'total',
      title: '总分',
      width: 110,
      align: 'right',
      sortBy: (row) => row.total_milli,
      render: (row) => (
        <>
          {row.partial && row.total_milli !== null && (
            <small className={css['partial']} title="有科目缺考、无记录或未出分">
              部分
            </small>
          )}
          <strong>{row.total_milli === null ? '–' : formatMilli(row.total_milli)}</strong>
        </>
      ),
    },
    ...(rows[0]?.subjects ?? []).map(
      ({ subject_id, subject_name, full_milli }, index): Column<Student> => ({
        key: `subject ${subject_id}`,
        title: subject_name,
        hint: `满分 ${formatMilli(full_milli)}`,
        width: 120,
        grow: true,
        align: 'right',
        sortBy: (row) => row.subjects[index]?.total_milli ?? null,
        render: (row) => {
          const cell = row.subjects[index]
          if (!cell || cell.attendance !== PRESENT)
            return (
              <span className={css['faint']}>
                {attendanceLabel((cell?.attendance ?? 3) as Attendance)}
              </span>
            )
          return (
            <button
              type="button"
              className={css['scoreLink']}
              onClick={(event) => {
                event.stopPropagation()
                onOpen({ candidateId: row.candidate_id, subjectId: subject_id })
              }}
            >
              {cell.total_milli === null ? '未出分' : formatMilli(cell.total_milli)}
            </button>
          )
        },
      }),
    ),
  ]
}
