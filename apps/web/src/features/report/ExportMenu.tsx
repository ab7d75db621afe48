import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DocumentIcon } from '@blueprintjs/icons'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { downloadCreate, type Report, type ReportKey, reportPdf } from '@hengjuan/contracts'
import { DownloadButton, saveFile, toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

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
  const { call, fileOfJob } = useCaller()
  const [step, setStep] = useState('')
  const job = useMutation<string, CallError, 'pdf' | 'workbook'>({
    mutationFn: async (kind) => {
      setStep('排队中')
      const { exam_id, ...filters } = query
      const body = { exam_id: Number(exam_id), report, filters: filters as Record<string, string> }
      const { job_id } = await call(kind === 'pdf' ? reportPdf : downloadCreate, { body })
      const { blob, fileName } = await fileOfJob(job_id, { onStep: setStep })
      saveFile(blob, fileName)
      return fileName
    },
    onSuccess: (fileName) => toast.done(`已下载 ${fileName}`),
    onError: (error) => toast.error(error),
  })
  return { begin: job.mutate, isPending: job.isPending, step }
}
