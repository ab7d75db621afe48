import { DownloadIcon } from '@blueprintjs/icons'
import { useRoute } from '@hengjuan/client/react'
import { ownTasks, ownTasksExport } from '@hengjuan/contracts'
import { isUnfinishedTask } from '@hengjuan/domain'
import { DownloadButton, ReasonButton } from '@hengjuan/ui'

const LABEL = '导出未完成任务'

/** Saves the unfinished tasks as a spreadsheet. */
export function ExportTasks() {
  const { data } = useRoute(ownTasks, { query: {} })
  if (data?.some(isUnfinishedTask))
    return (
      <DownloadButton route={ownTasksExport} input={{}}>
        {LABEL}
      </DownloadButton>
    )
  return (
    <ReasonButton
      icon={<DownloadIcon />}
      reason={data ? '没有未完成的任务' : '正在读取任务'}
      onClick={() => undefined}
    >
      {LABEL}
    </ReasonButton>
  )
}
