import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DocumentIcon } from '@blueprintjs/icons'
import { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import {
  downloadCreate,
  jobFile,
  jobGet,
  type Report,
  type ReportKey,
  reportPdf,
} from '@hengjuan/contracts'
import { DownloadButton, saveFile, toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

const ASKED_EVERY_MS = 1000

/** How a report leaves the page: as a workbook at once, as a PDF or a large workbook when it is made. */
export function ExportMenu<Query, Reply, Row>(props: {
  report: Report<Query, Reply, Row>
  query: Record<string, unknown>
  mayExport: boolean
}) {
  const { report, query } = props
  const made = useMadeFile(report.key as ReportKey, query)
  if (!props.mayExport) return null
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem
              icon={<DocumentIcon />}
              text="生成 PDF"
              disabled={made.isPending}
              onClick={() => made.begin('pdf')}
            />
            <MenuItem
              icon={<DocumentIcon />}
              text="后台生成工作簿（数据很多时）"
              disabled={made.isPending}
              onClick={() => made.begin('workbook')}
            />
          </Menu>
        }
      >
        <Button endIcon={<CaretDownIcon />} loading={made.isPending} title={made.step}>
          {made.isPending ? made.step : '生成文件'}
        </Button>
      </PopoverNext>
      <DownloadButton route={report.export} input={{ query } as never}>
        {`导出${report.title}`}
      </DownloadButton>
    </>
  )
}

/** Asks for a file that is made beside the calls, follows it and saves it. */
function useMadeFile(report: ReportKey, query: Record<string, unknown>) {
  const { call, download } = useCaller()
  const [step, setStep] = useState('')
  const job = useMutation<string, CallError, 'pdf' | 'workbook'>({
    mutationFn: async (kind) => {
      setStep('排队中')
      const { exam_id, ...filters } = query
      const body = { exam_id: Number(exam_id), report, filters: filters as Record<string, string> }
      const { job_id } = await call(kind === 'pdf' ? reportPdf : downloadCreate, { body })
      for (;;) {
        const state = await call(jobGet, { query: { job_id } })
        if (state.state === 'done') break
        if (state.state === 'failed' || state.state === 'cancelled')
          throw new Error(state.message || '没有完成，请重试')
        setStep(state.step || '处理中')
        await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS))
      }
      const { blob, fileName } = await download(jobFile, { query: { job_id } })
      saveFile(blob, fileName)
      return fileName
    },
    onSuccess: (fileName) => toast.done(`已下载 ${fileName}`),
    onError: (error) =>
      error instanceof CallError
        ? toast.error(error)
        : toast.warn(String((error as Error).message)),
  })
  return { begin: job.mutate, isPending: job.isPending, step }
}
