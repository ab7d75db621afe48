/** How far a download is. */
interface DownloadState {
  /** Milliseconds since it was asked for. */
  elapsedMs: number
  /** Bytes that have come; 0 while the server still makes the file. */
  loaded: number
  /** Bytes of the file; null where the server does not say. */
  total: number | null
  /** What is done just now for a file that is made beside the call; null of any other. */
  step?: string | null
}

/** Before this long nobody needs to be told. @source ui D1 */
export const QUIET_MS = 1000

/** What a person is told who waits for a file. */
export function downloadText({ elapsedMs, loaded, total, step }: DownloadState): string {
  const seconds = `已 ${Math.floor(elapsedMs / 1000)} 秒`
  if (loaded === 0 && step) return `数据较多，正在后台生成（${step}），${seconds}`
  if (loaded === 0) return `正在生成，${seconds}`
  if (total !== null && total > 0)
    return `已下载 ${Math.min(100, Math.floor((loaded * 100) / total))}%，${seconds}`
  return `已下载 ${sizeText(loaded)}，${seconds}`
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
