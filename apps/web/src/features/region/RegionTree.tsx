import { useRoute } from '@hengjuan/client/react'
import { sysDistricts } from '@hengjuan/contracts'
import { EmptyState, ErrorState, Panel, SkeletonLines } from '@hengjuan/ui'
import css from './region.module.css'

/** Province, cities and districts in reach with how many schools lie in each; one of them is chosen. */
export function RegionTree(props: {
  chosen: number | null
  onChoose: (id: number | null) => void
}) {
  const { data, error, refetch } = useRoute(sysDistricts, { query: { all: 1 } })
  const top = Math.min(...(data ?? []).map(({ level }) => level))
  return (
    <Panel title="辖区" note="学校数">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState title="还没有区划">
          本机构还没有绑定行政区划，请联系系统管理员为机构登记区划代码。
        </EmptyState>
      ) : (
        <ul className={css['tree']}>
          {inTreeOrder(data).map(({ id, name, level, schools }) => (
            <li key={id}>
              <button
                type="button"
                className={css['node']}
                style={{ paddingInlineStart: 8 + (level - top) * 16 }}
                aria-current={props.chosen === id || undefined}
                onClick={() => props.onChoose(props.chosen === id ? null : id)}
              >
                <span>{name}</span>
                <span className={css['count']}>{schools}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Each region before those in it. */
function inTreeOrder<T extends { id: number; parent_id: number | null }>(rows: readonly T[]): T[] {
  const known = new Set(rows.map(({ id }) => id))
  const below = (parent: number | null): T[] =>
    rows
      .filter(({ parent_id }) =>
        parent === null ? parent_id === null || !known.has(parent_id) : parent_id === parent,
      )
      .flatMap((row) => [row, ...below(row.id)])
  return below(null)
}
