import { Button, PopoverNext } from '@blueprintjs/core'
import { GanttChartIcon } from '@blueprintjs/icons'
import { useRoute } from '@hengjuan/client/react'
import { jobList } from '@hengjuan/contracts'
import { EmptyState, ErrorState, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { JobLine } from './JobLine.tsx'
import { isLive, shownJobs, trayWords } from './job-words.ts'
import css from './jobs.module.css'

/** While something runs, or somebody looks. Otherwise it is asked for when a call has begun a job, see `app.tsx`. */
const RUNNING_MS = 2_000
const SHOWN = 20
const TRAY_HASH = '#jobs'

/** What the server does for whoever is signed in, beside the page: how far it is, ending it, and what it made. */
export function JobTray() {
  const [isOpened, setOpen] = useState(false)
  // A notice of a job that failed leads here.
  const { hash, ...at } = useLocation()
  const navigate = useNavigate()
  const isOpen = isOpened || hash === TRAY_HASH
  // What was over when the tray was closed last is no news.
  const [seenAt, setSeenAt] = useState('')
  const { data, error, refetch, dataUpdatedAt } = useRoute(
    jobList,
    { query: { limit: SHOWN } },
    {
      refetchInterval: ({ state }) =>
        isOpen || (state.data?.list ?? []).some(isLive) ? RUNNING_MS : false,
    },
  )
  const jobs = shownJobs(data?.list ?? [], dataUpdatedAt)
  const { live, label, hasNews, hasFailed } = trayWords(jobs, seenAt)
  return (
    <PopoverNext
      placement="bottom-end"
      isOpen={isOpen}
      onInteraction={(next) => {
        setOpen(next)
        if (!next && hash === TRAY_HASH) void navigate({ ...at, hash: '' }, { replace: true })
        if (next) void refetch()
        else
          setSeenAt(
            jobs
              .map(({ finished_at }) => finished_at ?? '')
              .toSorted()
              .at(-1) ?? '',
          )
      }}
      content={
        <section className={css['tray']} aria-label="后台任务">
          <h2 className={css['heading']}>后台任务</h2>
          {!data ? (
            <div className={css['waiting']}>
              {error ? (
                <ErrorState error={error} onRetry={() => void refetch()} />
              ) : (
                <SkeletonLines lines={3} />
              )}
            </div>
          ) : jobs.length === 0 ? (
            <EmptyState title="没有后台任务">
              导出、导入和重新识别等耗时的操作在这里显示进度，完成后的文件保留 7 天。
            </EmptyState>
          ) : (
            <ul className={css['list']}>
              {jobs.map((job) => (
                <JobLine key={job.job_id} job={job} />
              ))}
            </ul>
          )}
        </section>
      }
    >
      <Button
        variant="minimal"
        className={css['button']}
        icon={<GanttChartIcon />}
        aria-label={label}
        title={label}
      >
        {live > 0 ? (
          <span className={css['count']}>{live}</span>
        ) : (
          hasNews && <span className={css['news']} data-failed={hasFailed || undefined} />
        )}
      </Button>
    </PopoverNext>
  )
}
