import { filter, PageHeader, Panel, Segmented, useUrlFilters } from '@hengjuan/ui'
import {
  ExportTasks,
  TASK_LISTS,
  type TaskList,
  TaskTable,
  useOwnTasks,
} from '../features/marking/index.ts'
import { blockFilters, isFound, isMany } from './block-filter.ts'
import { BlockFilterBar } from './BlockFilterBar.tsx'

const LISTS = Object.keys(TASK_LISTS) as TaskList[]
const filters = { ...blockFilters, list: filter.oneOf(LISTS, 'unfinished') }

/** `/MainPage/markPaper/markPage/unfinishList?list=`: the signed-in teacher's marking tasks. */
export function UnfinishListPage() {
  const { values, set } = useUrlFilters(filters)
  const { rows } = useOwnTasks(values.list)
  const isNarrowed = values.keyword !== '' || values.exam_id !== null || values.subject_id !== null
  const hasBar = isMany(rows) || isNarrowed
  // The list that was chosen stays.
  const reset = () => set({ keyword: '', exam_id: null, subject_id: null })
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
                ...(rows && value === values.list ? { count: rows.length } : {}),
              }))}
              value={values.list}
              onChange={(list) => set({ list })}
            />
            <ExportTasks />
          </>
        }
      >
        {hasBar && rows && (
          <BlockFilterBar
            rows={rows}
            shown={rows.filter((row) => isFound(row, values)).length}
            values={values}
            onChange={set}
            onReset={isNarrowed ? reset : undefined}
          />
        )}
      </PageHeader>
      <Panel flush>
        <TaskTable
          key={values.list}
          list={values.list}
          isShown={isNarrowed ? (row) => isFound(row, values) : null}
          hasBar={hasBar}
          onReset={reset}
        />
      </Panel>
    </>
  )
}
