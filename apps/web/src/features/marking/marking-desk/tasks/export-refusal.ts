/** Why there is nothing to export, where no unfinished task is known. */
export function exportRefusal({ isRead, hasFailed }: { isRead: boolean; hasFailed: boolean }) {
  if (isRead) return '没有未完成的任务'
  return hasFailed ? '任务没有读取成功，请先在列表中重试' : '正在读取任务'
}
