import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { BENCHMARK_KINDS, type BenchmarkKind, PAPER_FLAGS } from '@hengjuan/domain'
import { Segmented } from '@hengjuan/ui'
import type { Script } from './Benchmarks.tsx'
import css from './picker.module.css'

/** What papers are looked for, as it is typed. */
export interface PickerSearch {
  low: string
  high: string
  flag: string
  code: string
}

/** Papers that the search found, or those picked already for a purpose. */
export type PickerShelf = 'found' | BenchmarkKind

/** Which papers are shown, and how many are picked for each purpose. */
export function PickerFilters(props: {
  search: PickerSearch
  onSearch: (search: PickerSearch) => void
  shelf: PickerShelf
  onShelf: (shelf: PickerShelf) => void
  /** How many papers the search found; absent until it is known. */
  found: number | undefined
  /** Scripts that are in use. */
  scripts: readonly Script[]
  onRefresh: () => void
}) {
  const { search, scripts } = props
  // What is typed here is looked for among the papers found, so that is what is shown then.
  const set = (patch: Partial<PickerSearch>) => {
    props.onShelf('found')
    props.onSearch({ ...search, ...patch })
  }
  const kinds = Object.entries(BENCHMARK_KINDS) as [BenchmarkKind, string][]
  return (
    <div className={css['filters']}>
      <span>终评分</span>
      <InputGroup
        aria-label="最低分"
        placeholder="最低"
        value={search.low}
        onValueChange={(low) => set({ low })}
      />
      <span>到</span>
      <InputGroup
        aria-label="最高分"
        placeholder="最高"
        value={search.high}
        onValueChange={(high) => set({ high })}
      />
      <HTMLSelect
        aria-label="标记"
        value={search.flag}
        options={[
          { value: '', label: '全部标记' },
          ...Object.entries(PAPER_FLAGS).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ currentTarget }) => set({ flag: currentTarget.value })}
      />
      <InputGroup
        aria-label="密号"
        placeholder="密号"
        value={search.code}
        onValueChange={(code) => set({ code })}
      />
      <Button variant="minimal" onClick={props.onRefresh}>
        刷新
      </Button>
      <div className={css['shelves']}>
        <Segmented<PickerShelf>
          label="显示哪些试卷"
          options={[
            {
              value: 'found',
              label: '查找结果',
              ...(props.found === undefined ? {} : { count: props.found }),
            },
            ...kinds.map(([value, label]) => ({
              value,
              label: `已选${label}`,
              count: scripts.filter(({ kind }) => kind === value).length,
            })),
          ]}
          value={props.shelf}
          onChange={props.onShelf}
        />
      </div>
    </div>
  )
}
