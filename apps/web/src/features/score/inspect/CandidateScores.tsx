import { HTMLSelect } from '@blueprintjs/core'
import { useRoutePages } from '@hengjuan/client/react'
import { type InputOf, scoreInspectList, type ReplyOf } from '@hengjuan/contracts'
import {
  type Attendance,
  attendanceLabel,
  formatMilli,
  PRESENT,
  UNIT_FLAGS,
} from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  SearchField,
  Segmented,
  type Sort,
  StatusTag,
  useKept,
} from '@hengjuan/ui'
import { useCallback, useMemo } from 'react'
import css from './inspect.module.css'

type Row = ReplyOf<typeof scoreInspectList>['list'][number]

export interface InspectFilter {
  keyword: string
  classId: number | null
  /** `blank`: answers whose ink speaks against their mark; `flagged`: how papers came by their mark. */
  corrected: 'all' | 'any' | 'pending' | 'blank' | 'flagged'
}

type SortKey = InputOf<typeof scoreInspectList>['query']['sort']

/** Asked for at once; a region has tens of thousands, and the next come as the list is scrolled. */
const PAGE = 500

/** Candidates of a subject with their scores; those whose score was looked at again are marked. */
export function CandidateScores(props: {
  examId: number
  subjectId: number
  filter: InspectFilter
  selectedId: number | null
  onFilter: (part: Partial<InspectFilter>) => void
  onOpen: (candidateId: number) => void
}) {
  const { examId, subjectId, filter, selectedId, onFilter, onOpen } = props
  const columns = COLUMNS_OF[filter.corrected] ?? COLUMNS
  const [kept, setSort] = useKept<Sort | null>('sort scores', null)
  const sort = columns.some(({ key }) => key === kept?.key) ? kept : null
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useRoutePages(
    scoreInspectList,
    {
      query: {
        exam_id: examId,
        subject_id: subjectId,
        limit: PAGE,
        ...(sort === null
          ? {}
          : { sort: sort.key as SortKey, order: sort.isAscending ? 'asc' : 'desc' }),
        ...(filter.keyword === '' ? {} : { keyword: filter.keyword }),
        ...(filter.classId === null ? {} : { class_id: filter.classId }),
        ...(filter.corrected === 'any' || filter.corrected === 'pending'
          ? { corrected: filter.corrected }
          : {}),
        ...(filter.corrected === 'blank' ? { blank: 1 as const } : {}),
        ...(filter.corrected === 'flagged' ? { flagged: 1 as const } : {}),
      },
    },
    { keepsPrevious: true },
  )
  const [first] = data?.pages ?? []
  const rows = useMemo(() => data?.pages.flatMap(({ list }) => list), [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const isFiltered = filter.keyword !== '' || filter.classId !== null || filter.corrected !== 'all'
  return (
    <div className={css['list']}>
      <div className={css['filters']}>
        <FilterBar>
          <SearchField
            value={filter.keyword}
            onChange={(keyword) => onFilter({ keyword })}
            placeholder="姓名、拼音首字母或考号"
          />
          <ClassSelect classes={first?.classes ?? []} value={filter.classId} onChange={onFilter} />
          <Segmented
            label="复核情况"
            options={[
              { value: 'all', label: '全部' },
              { value: 'any', label: '有改分' },
              { value: 'pending', label: '待确认' },
              { value: 'blank', label: '空白不符' },
              {
                value: 'flagged',
                label: '需留意',
                ...(first && first.flagged_count > 0 ? { count: first.flagged_count } : {}),
              },
            ]}
            value={filter.corrected}
            onChange={(corrected) => onFilter({ corrected })}
          />
        </FilterBar>
        {first && first.total > PAGE && (
          <p className={css['more']}>
            共 {first.total} 名考生，向下滚动继续列出；排序和筛选都按全部考生
          </p>
        )}
      </div>
      <DataTable
        label="考生得分"
        columns={columns}
        rows={rows}
        sort={{ value: sort, onChange: setSort }}
        onReachEnd={more}
        listOf={JSON.stringify([subjectId, filter, sort])}
        rowKey={(row) => row.candidate_id}
        error={error}
        onRetry={() => void refetch()}
        rowHeight={34}
        onOpenRow={({ candidate_id }) => onOpen(candidate_id)}
        currentKey={selectedId}
        maxHeight="100%"
        empty={
          filter.corrected === 'blank' ? (
            <EmptyState title="没有空白与得分不符的作答">
              有笔迹而得 0 分、疑似空白而有得分的作答会列在这里。
            </EmptyState>
          ) : filter.corrected === 'flagged' ? (
            <EmptyState title="没有需留意的试卷">
              分差超过阈值仍合分的、三评仍超阈值的、评阅后答题卡已不在的试卷会列在这里。
            </EmptyState>
          ) : isFiltered ? (
            <EmptyState title="没有符合条件的考生">请放宽筛选条件。</EmptyState>
          ) : (
            <EmptyState title="这一科还没有考生">请先在考生管理中导入考生名单。</EmptyState>
          )
        }
      />
    </div>
  )
}

function ClassSelect(props: {
  classes: ReplyOf<typeof scoreInspectList>['classes']
  value: number | null
  onChange: (part: Partial<InspectFilter>) => void
}) {
  return (
    <HTMLSelect
      aria-label="班级"
      value={props.value ?? ''}
      onChange={({ currentTarget: { value } }) =>
        props.onChange({ classId: value === '' ? null : Number(value) })
      }
      options={[
        { value: '', label: '全部班级' },
        ...props.classes.map((one) => ({ value: one.class_id, label: classOf(one) })),
      ]}
    />
  )
}

/** Classes of several schools have the same names. The class comes first: what does not fit is cut off. */
const classOf = ({ class_name, school_name }: Pick<Row, 'class_name' | 'school_name'>): string =>
  school_name === null ? class_name : `${class_name} ${school_name}`

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 84,
    sortBy: (row) => row.name,
    render: (row) => row.name,
  },
  {
    key: 'exam_no',
    title: '考号',
    width: 100,
    sortBy: (row) => row.exam_no,
    render: (row) => row.exam_no,
  },
  {
    key: 'class',
    title: '班级',
    width: 92,
    grow: true,
    sortBy: classOf,
    render: (row) => <span title={classOf(row)}>{classOf(row)}</span>,
  },
  {
    key: 'total',
    title: '总分',
    width: 64,
    align: 'right',
    sortBy: (row) => row.total_milli ?? -1,
    render: (row) =>
      row.attendance === PRESENT
        ? row.total_milli === null
          ? '—'
          : formatMilli(row.total_milli)
        : attendanceLabel(row.attendance as Attendance),
  },
  {
    key: 'corrections',
    title: '复核',
    width: 84,
    sortBy: (row) => row.pending * 1000 + row.corrections,
    render: (row) =>
      row.pending > 0 ? (
        <StatusTag status="warn">待确认</StatusTag>
      ) : row.corrections > 0 ? (
        <StatusTag status="ok">改 {row.corrections} 次</StatusTag>
      ) : (
        ''
      ),
  },
]

/** Which answers they are matters more than the class, in the same width. */
const BLANK_COLUMNS: Column<Row>[] = [
  ...COLUMNS.filter(({ key }) => key === 'name' || key === 'exam_no' || key === 'total'),
  {
    key: 'blank',
    title: '空白与得分',
    width: 176,
    grow: true,
    sortBy: (row) => row.blank_conflicts.length,
    render: ({ blank_conflicts }) => blank_conflicts.map(conflictText).join('；'),
  },
]

const FLAG_COLUMNS: Column<Row>[] = [
  ...COLUMNS.filter(({ key }) => key === 'name' || key === 'exam_no' || key === 'total'),
  {
    key: 'flags',
    title: '需留意',
    width: 176,
    grow: true,
    sortBy: (row) => row.flags.length,
    render: ({ flags }) =>
      flags.map(({ block_name, flag }) => `${block_name}${UNIT_FLAGS[flag].name}`).join('；'),
  },
]

const COLUMNS_OF: Partial<Record<InspectFilter['corrected'], Column<Row>[]>> = {
  blank: BLANK_COLUMNS,
  flagged: FLAG_COLUMNS,
}

const conflictText = ({ block_name, kind, total_milli }: Row['blank_conflicts'][number]) =>
  kind === 'blank_scored'
    ? `${block_name}疑似空白，得 ${formatMilli(total_milli)} 分`
    : `${block_name}有笔迹，得 0 分`
