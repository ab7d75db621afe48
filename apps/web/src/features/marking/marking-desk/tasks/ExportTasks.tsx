import { DownloadIcon } from '@blueprintjs/icons'
import { useRoute } from '@hengjuan/client/react'
import { ownTasks, ownTasksExport } from '@hengjuan/contracts'
import { isUnfinishedTask } from '@hengjuan/domain'
import { DownloadButton, ReasonButton } from '@hengjuan/ui'
import { exportRefusal } from './export-refusal.ts'

const LABEL = '导出未完成任务'

/** Saves the unfinished tasks as a spreadsheet. */
export function ExportTasks() {
  const { data, error } = useRoute(ownTasks, { query: { state: 'unfinished' } })
  if (data?.some(isUnfinishedTask))
    return (
      <DownloadButton route={ownTasksExport} input={{}}>
        {LABEL}
      </DownloadButton>
    )
  return (
    <ReasonButton
      icon={<DownloadIcon />}
      reason={exportRefusal({ isRead: data !== undefined, hasFailed: error !== null })}
      onClick={() => undefined}
    >
      {LABEL}
    </ReasonButton>
  )
}
