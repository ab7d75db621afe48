import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { downloadCreate, type ReportKey, reportPdf, type ReportPreset } from '@hengjuan/contracts'
import { saveFile, toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** Asks for a file that is made beside the calls, follows it and saves it. */
export function useMadeFile(
  of: { report: ReportKey } | { preset: ReportPreset },
  query: Record<string, unknown>,
) {
  const { call, fileOfJob } = useCaller()
  const [step, setStep] = useState('')
  const job = useMutation<string, CallError, 'pdf' | 'students' | 'workbook'>({
    mutationFn: async (kind) => {
      setStep('排队中')
      const { exam_id, ...filters } = query
      const body = {
        exam_id: Number(exam_id),
        ...of,
        filters: filters as Record<string, string>,
        ...(kind === 'students' ? { split: 'student' as const } : {}),
      }
      const { job_id } = await call(kind === 'workbook' ? downloadCreate : reportPdf, { body })
      const { blob, fileName } = await fileOfJob(job_id, { onStep: setStep })
      saveFile(blob, fileName)
      return fileName
    },
    onSuccess: (fileName) => toast.done(`已下载 ${fileName}`),
    onError: (error) => toast.error(error),
  })
  return { begin: job.mutate, isPending: job.isPending, step }
}
