/** The command cannot go on; `message` is Chinese. */
export class CommandError extends Error {}

/** Says in Chinese why a file could not be handled. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return '文件不存在，请检查路径'
  if (code === 'EISDIR') return '这是文件夹，请给出其中的图片文件'
  if (code === 'EACCES' || code === 'EPERM') return '没有读写权限，请检查文件权限'
  if (code === 'ENOSPC') return '磁盘已满，请清理后重试'
  return error.message
}
