import { PageHeader, Panel } from '@hengjuan/ui'
import { ExportTasks, TaskTable } from '../features/marking/index.ts'

/** `/MainPage/markPaper/markPage/unfinishList`: the signed-in teacher's marking tasks. */
export function UnfinishListPage() {
  return (
    <>
      <PageHeader
        title="我的任务"
        subtitle="分配给您的题块，打开一行开始或继续阅卷"
        actions={<ExportTasks />}
      />
      <Panel flush>
        <TaskTable />
      </Panel>
    </>
  )
}
