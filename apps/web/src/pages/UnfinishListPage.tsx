import { useRoute } from '@hengjuan/client/react'
import { ownTasks } from '@hengjuan/contracts'
import { filter, PageHeader, Panel, Segmented, useUrlFilters } from '@hengjuan/ui'
import {
  ExportTasks,
  listOf,
  TASK_LISTS,
  type TaskList,
  TaskTable,
} from '../features/marking/index.ts'

const LISTS = Object.keys(TASK_LISTS) as TaskList[]
const filters = { list: filter.oneOf(LISTS, 'unfinished') }

/** `/MainPage/markPaper/markPage/unfinishList?list=`: the signed-in teacher's marking tasks. */
export function UnfinishListPage() {
  const { values, set } = useUrlFilters(filters)
  const { data } = useRoute(ownTasks, { query: {} })
  return (
    <>
      <PageHeader
        title="我的任务"
        subtitle="分配给您的题块，打开一行开始或继续阅卷"
        actions={
          <>
            <Segmented
              label="任务"
              options={LISTS.map((value) => ({
                value,
                label: TASK_LISTS[value],
                ...(data ? { count: data.filter((row) => listOf(row) === value).length } : {}),
              }))}
              value={values.list}
              onChange={(list) => set({ list })}
            />
            <ExportTasks />
          </>
        }
      />
      <Panel flush>
        <TaskTable key={values.list} list={values.list} />
      </Panel>
    </>
  )
}
