import { DownloadIcon } from '@blueprintjs/icons'
import { useRoute } from '@hengjuan/client/react'
import { ownTasks } from '@hengjuan/contracts'
import { ReasonButton, saveFile, toast } from '@hengjuan/ui'
import { taskSheet } from './task-sheet.ts'

const FILE = '我的未完成阅卷任务.csv'

/** Saves the unfinished tasks as a spreadsheet. */
export function ExportTasks() {
  const { data } = useRoute(ownTasks, { query: {} })
  const sheet = data ? taskSheet(data) : null
  const reason = sheet === null ? '正在读取任务' : sheet.count === 0 ? '没有未完成的任务' : null
  return (
    <ReasonButton
      icon={<DownloadIcon />}
      reason={reason}
      onClick={() => {
        if (!sheet) return
        saveFile(new Blob([sheet.text], { type: 'text/csv;charset=utf-8' }), FILE)
        toast.done(`已导出 ${sheet.count} 个未完成的任务`)
      }}
    >
      导出未完成任务
    </ReasonButton>
  )
}
