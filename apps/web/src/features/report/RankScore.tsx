import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { rankScore, rankScoreProgress } from '@hengjuan/contracts'
import type { GradeRules, GradeSchemeId } from '@hengjuan/domain'
import { ProgressBar, saveFile, toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useReportFilters } from './use-report-filters.ts'

/** How often it is asked how far it is. @source specification 4 */
const POLL_MS = 5000
const WHOLE = 100

/** Levels and converted scores of everybody in view by a scheme, made beside the calls and then saved. */
export function RankScore({ scheme: text }: { scheme: string }) {
  const [scheme, tie, cut, degenerate] = text.split(':')
  const { query } = useReportFilters()
  const { call, fileOfJob } = useCaller()
  const [percent, setPercent] = useState<number | null>(null)
  const run = useMutation<string, CallError>({
    mutationFn: async () => {
      const { job_id } = await call(rankScore, {
        body: {
          ...query('total'),
          scheme: scheme as GradeSchemeId,
          ...(tie ? ({ tie, cut, degenerate } as GradeRules) : {}),
        },
      })
      setPercent(0)
      const stop = follow()
      try {
        const { blob, fileName } = await fileOfJob(job_id)
        saveFile(blob, fileName)
        return fileName
      } finally {
        stop()
        setPercent(null)
      }
    },
    onSuccess: (fileName) => toast.done(`赋分完成，已下载 ${fileName}`),
    onError: (error) => toast.error(error),
  })
  /** Asks until the answer is no progress any more: then it is whole. */
  const follow = (): (() => void) => {
    const timer = setInterval(() => {
      call(rankScoreProgress, { query: { exam_id: query('total').exam_id } }).then(
        ({ progress }) => setPercent(progress),
        () => {
          setPercent(WHOLE)
          clearInterval(timer)
        },
      )
    }, POLL_MS)
    return () => clearInterval(timer)
  }
  return percent === null ? (
    <Button loading={run.isPending} onClick={() => run.mutate()} title="不改已发布的成绩">
      按此方案赋分并下载
    </Button>
  ) : (
    <ProgressBar done={percent} total={WHOLE} label="赋分进度" />
  )
}
