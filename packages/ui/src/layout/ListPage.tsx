import type { ReactNode } from 'react'
import { FilterBar } from '../form/FilterBar.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Panel } from './Panel.tsx'

/**
 * A page with one list: its name, one line of how things stand, what can be done at the right, filters, the table, and
 * the drawer of one row. Filters and page come from `useServerTable`.
 */
export function ListPage(props: {
  title: ReactNode
  /** How many there are, as of when. */
  state?: ReactNode
  /** At the right, most important last. */
  actions?: ReactNode
  /** Above the filters: where the list lies among its neighbours. */
  tabs?: ReactNode
  filters?: ReactNode
  /** `isSet` and `reset` of `useServerTable`. */
  isFiltered?: boolean
  onReset?: () => void
  /** At the right of the filters: how many were found. */
  found?: ReactNode
  /** A `Pager`. */
  pager?: ReactNode
  /** What lies over the page: the drawer of a row, dialogs. */
  over?: ReactNode
  /** The table; without rows it shows an `EmptyState` itself. */
  children: ReactNode
}) {
  return (
    <>
      <PageHeader title={props.title} subtitle={props.state} actions={props.actions}>
        {props.tabs}
        {props.filters !== undefined && (
          <FilterBar onReset={props.isFiltered ? props.onReset : undefined} trailing={props.found}>
            {props.filters}
          </FilterBar>
        )}
      </PageHeader>
      <Panel flush>
        {props.children}
        {props.pager}
      </Panel>
      {props.over}
    </>
  )
}
