import { Button, type ButtonProps, Spinner } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { type CallError, isPassing } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import type { InputOf, Route } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../feedback/toast.ts'
import { downloadText, QUIET_MS } from './download-text.ts'
import css from './form.module.css'
import { saveFile } from './save-file.ts'

/**
 * Saves the file that a call answers, under the name that the server gave it. After a second it says how far
 * it is, and can be given up; a file that did not come can be asked for again. One that is too large to wait for is made
 * beside the call: it is saved when it is there, and can be left to the tray of jobs.
 */
export function DownloadButton<R extends Route>(
  props: Pick<ButtonProps, 'intent' | 'variant' | 'size' | 'icon' | 'disabled'> & {
    route: R
    input: InputOf<R>
    children: string
  },
) {
  const { route, input, children, ...button } = props
  const { download } = useCaller()
  const [part, setPart] = useState<Part>(NOTHING)
  const running = useRef<AbortController | null>(null)
  const job = useMutation<string, CallError>({
    mutationFn: async () => {
      const leaving = new AbortController()
      running.current = leaving
      setPart(NOTHING)
      const { blob, fileName } = await download(route, input, {
        signal: leaving.signal,
        onProgress: (loaded, total) => setPart((before) => ({ ...before, loaded, total })),
        onStep: (step) => setPart({ ...NOTHING, step }),
      })
      saveFile(blob, fileName)
      return fileName
    },
    onSuccess: (fileName) => toast.done(`已下载 ${fileName}`),
    onError: (error) =>
      error.code === 'CANCELLED'
        ? toast.note(
            part.step === null
              ? `已取消：${children}`
              : '文件继续在后台生成，完成后可从页面顶部的「后台任务」下载',
          )
        : toast.error(
            error,
            isRefusal(error) ? undefined : { text: '再试一次', onClick: () => job.mutate() },
          ),
  })
  const elapsedMs = useElapsed(job.isPending)
  if (job.isPending && elapsedMs >= QUIET_MS)
    return (
      <span className={css['download']} role="group" aria-label={`正在下载：${children}`}>
        <Spinner size={16} />
        <span>
          {children}：{downloadText({ ...part, elapsedMs })}
        </span>
        <Button
          size="small"
          aria-label={part.step === null ? `取消${children}` : `不再等待${children}`}
          onClick={() => running.current?.abort()}
        >
          {part.step === null ? '取消' : '不再等待'}
        </Button>
      </span>
    )
  return (
    <Button
      icon={<DownloadIcon />}
      {...button}
      loading={job.isPending}
      onClick={() => job.mutate()}
    >
      {children}
    </Button>
  )
}

/** Asked for again, the answer would be the same. */
const isRefusal = (error: CallError): boolean =>
  error.status >= 400 && error.status < 500 && !isPassing(error)

/** How many bytes have come, and of how many. */
interface Part {
  loaded: number
  total: number | null
  /** Of a file that is made beside the call. */
  step: string | null
}
const NOTHING: Part = { loaded: 0, total: null, step: null }

/** Milliseconds since it began, looked at every second; 0 when it does not run. */
function useElapsed(isRunning: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const since = performance.now()
    const timer = setInterval(() => setElapsed(performance.now() - since), QUIET_MS)
    return () => {
      clearInterval(timer)
      setElapsed(0)
    }
  }, [isRunning])
  return elapsed
}
