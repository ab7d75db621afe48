import type { ReviewCounts } from './types.ts'
import css from './scan-review.module.css'

const age = (at: string | null): string => {
  if (at === null) return ''
  const minutes = Math.floor((Date.now() - Date.parse(at)) / 60_000)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟`
  return minutes < 1440 ? `${Math.floor(minutes / 60)} 小时` : `${Math.floor(minutes / 1440)} 天`
}

/** The categories with what waits in them and since when. */
export function CategoryTabs(props: {
  counts: ReviewCounts
  value: string
  onChange: (category: string) => void
}) {
  const { counts } = props
  const rows = [
    { category: 'all', label: '全部待处理', open: counts.open, oldest_at: null },
    ...counts.categories,
  ]
  return (
    <nav className={css['tabs']} aria-label="异常类别">
      {rows.map(({ category, label, open, oldest_at }) => (
        <button
          key={category}
          type="button"
          className={css['tab']}
          aria-current={category === props.value || undefined}
          data-empty={open === 0 || undefined}
          onClick={() => props.onChange(category)}
        >
          <span>{label}</span>
          {oldest_at && <span className={css['age']}>最早 {age(oldest_at)}</span>}
          <b className={css['count']}>{open}</b>
        </button>
      ))}
      <span className={css['tabLine']} />
      {counts.without_sheet !== undefined && (
        <button
          type="button"
          className={css['tab']}
          aria-current={props.value === 'without_sheet' || undefined}
          data-empty={counts.without_sheet === 0 || undefined}
          onClick={() => props.onChange('without_sheet')}
        >
          <span>无答题卡考生</span>
          <b className={css['count']}>{counts.without_sheet}</b>
        </button>
      )}
      <button
        type="button"
        className={css['tab']}
        aria-current={props.value === 'handled' || undefined}
        data-empty
        onClick={() => props.onChange('handled')}
      >
        <span>已处理</span>
        <b className={css['count']}>{counts.handled}</b>
      </button>
    </nav>
  )
}
