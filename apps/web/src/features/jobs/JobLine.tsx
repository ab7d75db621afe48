import { Button } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { jobCancel, jobFile, type JobInfo, jobList, jobRetry } from '@hengjuan/contracts'
import { ConfirmDialog, DownloadButton, ProgressBar, Time, timeText, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sizeText, stateText } from './job-words.ts'
import css from './jobs.module.css'

/** One job: how far it is, and what can be done about it. @param props.children what else its page lets one do */
export function JobLine({ job, children }: { job: JobInfo; children?: ReactNode }) {
  const isRunning = job.state === 'running' && !job.is_ending
  return (
    <li className={css['job']}>
      <div className={css['head']}>
        <strong className={css['title']} title={job.title}>
          {job.title}
        </strong>
        <Time at={job.finished_at ?? job.created_at} />
      </div>
      {isRunning && job.total > 0 && (
        <ProgressBar done={job.progress} total={job.total} label={job.title} />
      )}
      <div className={css['foot']}>
        <State job={job} />
        <Acts job={job}>{children}</Acts>
      </div>
    </li>
  )
}

function State({ job }: { job: JobInfo }) {
  const text = stateText(job)
  if (job.state === 'failed')
    return (
      <span className={css['failed']} role="status">
        ✕ {text}
      </span>
    )
  if (job.file)
    return (
      <span className={css['state']} title={job.file.name}>
        {job.file.name}，{sizeText(job.file.bytes)}，{timeText(job.file.expires_at)} 前可下载
      </span>
    )
  return <span className={css['state']}>{text}</span>
}

function Acts({ job, children }: { job: JobInfo; children: ReactNode }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: routeKey(jobList) })
  const cancel = useCall(jobCancel, {
    onSuccess: () => {
      setAsking(false)
      return refresh()
    },
    // It was over by then: the list says so.
    onError: () => void refresh(),
  })
  const retry = useCall(jobRetry, { onSuccess: refresh, onError: toast.error })
  const input = { body: { job_id: job.job_id } }
  return (
    <span className={css['acts']}>
      {children}
      {job.can_cancel && (
        <Button size="small" onClick={() => setAsking(true)} aria-label={`取消：${job.title}`}>
          取消
        </Button>
      )}
      {job.can_retry && (
        <Button
          size="small"
          loading={retry.isPending}
          onClick={() => retry.mutate(input)}
          aria-label={`重试：${job.title}`}
        >
          重试
        </Button>
      )}
      {job.file && (
        <DownloadButton
          size="small"
          intent="primary"
          route={jobFile}
          input={{ query: { job_id: job.job_id } }}
        >
          下载
        </DownloadButton>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="取消后台任务"
        effect={`将取消：${job.title}`}
        confirmText="取消任务"
        cancelText="继续运行"
        isDestructive
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(input)}
        onClose={() => {
          setAsking(false)
          cancel.reset()
        }}
      >
        正在进行的处理会停下，以后可以在这里重试。
      </ConfirmDialog>
    </span>
  )
}
