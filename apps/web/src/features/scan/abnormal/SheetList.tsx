import { abnormalSheets, type InputOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { ABNORMAL_TAGS } from '@hengjuan/domain'
import { EmptyState, PageTurns, Pending, PickList } from '@hengjuan/ui'
import { useDeferredValue } from 'react'
import type { ExamSubject } from '../use-decisions.ts'
import css from './abnormal.module.css'
import { type Tag, SheetRow } from './SheetRow.tsx'
import { type ListFilters, SheetFilters } from './SheetFilters.tsx'

export type Query = InputOf<typeof abnormalSheets>['query']

const PAGE_SIZE = 20
const REFRESH_MS = 10_000

/** Papers that wait, or are done, narrowed by tag, station, school and name; the chosen one opens beside it. */
export function SheetList(props: {
  at: ExamSubject
  filters: ListFilters
  onFilter: (change: Partial<Omit<ListFilters, 'state'>>) => void
  chosen: number | null
  onChoose: (candidateId: number) => void
}) {
  const { at, filters, onFilter } = props
  const keyword = useDeferredValue(filters.keyword.trim())
  const list = useRoute(
    abnormalSheets,
    {
      query: {
        ...at,
        state: filters.state,
        page: filters.page,
        limit: PAGE_SIZE,
        ...(filters.tag in ABNORMAL_TAGS ? { tag: filters.tag as Tag } : {}),
        ...(filters.station ? { station: filters.station } : {}),
        ...(filters.school === null ? {} : { school_id: filters.school }),
        ...(keyword ? { keyword } : {}),
      },
    },
    { refetchInterval: REFRESH_MS, placeholderData: (previous) => previous },
  )
  const isNarrowed =
    filters.tag !== '' || filters.station !== '' || filters.school !== null || keyword !== ''
  const total = list.data?.total ?? 0
  return (
    <aside className={css['list']}>
      <SheetFilters at={at} filters={filters} onFilter={onFilter} />
      <div className={css['rows']}>
        {!list.data && <Pending error={list.error} refetch={list.refetch} lines={8} inset />}
        <PickList label="试卷">
          {list.data?.list.map((sheet) => (
            <SheetRow
              key={sheet.candidate_id}
              sheet={sheet}
              isCurrent={sheet.candidate_id === props.chosen}
              onChoose={() => props.onChoose(sheet.candidate_id)}
            />
          ))}
        </PickList>
        {list.data && total === 0 && (
          <EmptyState
            title={
              isNarrowed
                ? '没有符合条件的试卷'
                : filters.state === 'open'
                  ? '没有等待处理的试卷'
                  : '还没有处理完的试卷'
            }
          >
            {isNarrowed
              ? '请换一个标签、扫描站或考号。'
              : filters.state === 'open'
                ? '题组长退回切图、或在此退回的试卷会出现在这里。'
                : '送阅、标为残缺、空白或缺考的试卷会出现在这里。'}
          </EmptyState>
        )}
      </div>
      <PageTurns
        page={filters.page}
        limit={PAGE_SIZE}
        total={total}
        unit="份"
        onPage={(page) => onFilter({ page })}
      />
    </aside>
  )
}
