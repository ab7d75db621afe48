import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { abnormalMachines, abnormalTagTypes } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import type { ExamSubject } from '../use-decisions.ts'
import css from './abnormal.module.css'

export interface ListFilters {
  state: 'open' | 'done'
  tag: string
  station: string
  school: number | null
  keyword: string
  page: number
}

/** The tag, the station with its school, and the name that the list is narrowed by. */
export function SheetFilters(props: {
  at: ExamSubject
  filters: ListFilters
  onFilter: (change: Partial<Omit<ListFilters, 'state'>>) => void
}) {
  const { at, filters, onFilter } = props
  const tags = useRoute(abnormalTagTypes, { query: at })
  const machines = useRoute(abnormalMachines, { query: at })
  return (
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
  )
}
