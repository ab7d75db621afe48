import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { ownTasks } from '@hengjuan/contracts'
import { filter, FilterField, PageHeader, Panel, useUrlFilters } from '@hengjuan/ui'
import { ExportTasks, isTaskIn, TASK_STATES, TaskTable } from '../features/marking/index.ts'
import { blockFilters, isFound, isMany } from './block-filter.ts'
import { BlockFilterBar } from './BlockFilterBar.tsx'

const filters = { ...blockFilters, state: filter.oneOf(['all', 'todo', 'open', 'done'], 'all') }

/** `/MainPage/markPaper/markPage/unfinishList`: the signed-in teacher's marking tasks. */
export function UnfinishListPage() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const { data } = useRoute(ownTasks, { query: {} })
  const isShown = (row: NonNullable<typeof data>[number]) =>
    isFound(row, values) && isTaskIn(row, values.state)
  const hasBar = isMany(data) || isSet
  return (
    <>
      <PageHeader
        title="我的任务"
        subtitle="分配给您的题块，打开一行开始或继续阅卷"
        actions={<ExportTasks />}
      >
        {hasBar && data && (
          <BlockFilterBar
            rows={data}
            shown={data.filter(isShown).length}
            values={values}
            onChange={set}
            onReset={isSet ? reset : undefined}
          >
            <FilterField label="状态">
              <HTMLSelect
                value={values.state}
                options={Object.entries(TASK_STATES).map(([value, label]) => ({ value, label }))}
                onChange={({ currentTarget }) =>
                  set({ state: currentTarget.value as typeof values.state })
                }
              />
            </FilterField>
          </BlockFilterBar>
        )}
      </PageHeader>
      <Panel flush>
        <TaskTable isShown={isSet ? isShown : null} hasBar={hasBar} onReset={reset} />
      </Panel>
    </>
  )
}
