import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import {
  abnormalMachines,
  abnormalSheets,
  abnormalTagTypes,
  type InputOf,
} from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { ABNORMAL_OUTCOMES, ABNORMAL_TAGS } from '@hengjuan/domain'
import { EmptyState, ErrorState, ReasonButton, SkeletonLines, StatusTag } from '@hengjuan/ui'
import { useDeferredValue } from 'react'
import type { ExamSubject } from '../use-decisions.ts'
import css from './abnormal.module.css'
import type { ListedSheet } from './use-abnormal.ts'

type Query = InputOf<typeof abnormalSheets>['query']
type Tag = NonNullable<Query['tag']>

export interface ListFilters {
  state: 'open' | 'done'
  tag: string
  station: string
  school: number | null
  keyword: string
  page: number
}

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
  const tags = useRoute(abnormalTagTypes, { query: at })
  const machines = useRoute(abnormalMachines, { query: at })
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
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  return (
    <aside className={css['list']}>
      <div className={css['filters']}>
        <HTMLSelect
          fill
          aria-label="按标签筛选"
          value={filters.tag}
          onChange={({ currentTarget }) => onFilter({ tag: currentTarget.value })}
          options={[
            { value: '', label: '全部标签' },
            ...(tags.data ?? []).map(({ tag, label, open }) => ({
              value: tag,
              label: `${label}（${open}）`,
            })),
          ]}
        />
        <HTMLSelect
          fill
          aria-label="按扫描站和学校筛选"
          value={filters.station === '' ? '' : `${filters.station}\n${filters.school ?? ''}`}
          onChange={({ currentTarget }) => {
            const [station = '', school = ''] = currentTarget.value.split('\n')
            onFilter({ station, school: school === '' ? null : Number(school) })
          }}
          options={[
            { value: '', label: '全部扫描站' },
            ...(machines.data ?? []).flatMap(({ station, open, schools }) => [
              { value: `${station}\n`, label: `${station}（${open}）` },
              ...(schools.length > 1
                ? schools.map((school) => ({
                    value: `${station}\n${school.school_id}`,
                    label: `${station} · ${school.school_name}（${school.open}）`,
                  }))
                : []),
            ]),
            ...(filters.station !== '' &&
            !machines.data?.some(({ station }) => station === filters.station)
              ? [
                  {
                    value: `${filters.station}\n${filters.school ?? ''}`,
                    label: `${filters.station}（0）`,
                  },
                ]
              : []),
          ]}
        />
        <InputGroup
          type="search"
          aria-label="按考号或姓名查找"
          placeholder="考号或姓名"
          value={filters.keyword}
          onValueChange={(value) => onFilter({ keyword: value })}
        />
      </div>
      <div className={css['rows']}>
        {list.error && !list.data && (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )}
        {!list.error && !list.data && <SkeletonLines lines={8} />}
        {list.data?.list.map((sheet) => (
          <Row
            key={sheet.candidate_id}
            sheet={sheet}
            isCurrent={sheet.candidate_id === props.chosen}
            onChoose={() => props.onChoose(sheet.candidate_id)}
          />
        ))}
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
      {last > 1 && (
        <div className={css['pager']}>
          <ReasonButton
            size="small"
            reason={filters.page <= 1 ? '已是第一页' : null}
            onClick={() => onFilter({ page: filters.page - 1 })}
          >
            上一页
          </ReasonButton>
          <span>
            {filters.page} / {last} 页，共 {total} 份
          </span>
          <ReasonButton
            size="small"
            reason={filters.page >= last ? '已是最后一页' : null}
            onClick={() => onFilter({ page: filters.page + 1 })}
          >
            下一页
          </ReasonButton>
        </div>
      )}
    </aside>
  )
}

function Row(props: { sheet: ListedSheet; isCurrent: boolean; onChoose: () => void }) {
  const { sheet } = props
  const open = sheet.blocks.filter(({ outcome }) => outcome === null)
  return (
    <button
      type="button"
      className={css['row']}
      aria-current={props.isCurrent || undefined}
      onClick={props.onChoose}
    >
      <b>
        {sheet.name} <small>{sheet.exam_no}</small>
      </b>
      {sheet.special !== null && <StatusTag status="warn">特殊</StatusTag>}
      <span className={css['wide']}>
        {(open.length > 0 ? open : sheet.blocks)
          .map(
            ({ block_name, tag, outcome }) => `${block_name} ${labelOf(outcome) ?? tagLabel(tag)}`,
          )
          .join('；')}
      </span>
      <small className={css['wide']}>
        {sheet.class_name}
        {sheet.stations.length > 0 && ` · ${sheet.stations.join('、')}`}
      </small>
    </button>
  )
}

export const tagLabel = (tag: string): string =>
  tag in ABNORMAL_TAGS ? ABNORMAL_TAGS[tag as keyof typeof ABNORMAL_TAGS] : tag

/** What became of an answer; null while it waits. */
export const labelOf = (outcome: string | null): string | null =>
  outcome !== null && outcome in ABNORMAL_OUTCOMES
    ? ABNORMAL_OUTCOMES[outcome as keyof typeof ABNORMAL_OUTCOMES]
    : outcome
