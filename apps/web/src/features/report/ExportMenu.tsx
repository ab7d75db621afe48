import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DocumentIcon, PrintIcon } from '@blueprintjs/icons'
import type { CallError } from '@hengjuan/client'
import { useCaller, useRoute } from '@hengjuan/client/react'
import {
  bookReport,
  downloadCreate,
  pagePdf,
  pagePdfReady,
  type Report,
  type ReportKey,
  reportPdf,
} from '@hengjuan/contracts'
import { DownloadButton, saveFile, toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'

/** How a report leaves the page: as a workbook at once, as a PDF or a large workbook when it is made. */
export function ExportMenu<Query, Reply, Row>(props: {
  report: Report<Query, Reply, Row>
  query: Record<string, unknown>
  mayExport: boolean
}) {
  const { report, query } = props
  const made = useMadeFile(report.key as ReportKey, query)
  const printed = usePrintedPage(props.mayExport)
  const isBusy = made.isPending || printed.isPending
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
              disabled={isBusy}
              onClick={() => made.begin('pdf')}
            />
            {report.key === bookReport.key && (
              <MenuItem
                icon={<DocumentIcon />}
                text="每名学生一份 PDF（zip）"
                disabled={isBusy}
                onClick={() => made.begin('students')}
              />
            )}
            <MenuItem
              icon={<DocumentIcon />}
              text="后台生成工作簿（数据很多时）"
              disabled={isBusy}
              onClick={() => made.begin('workbook')}
            />
            {printed.isReady && (
              <MenuItem
                icon={<PrintIcon />}
                text="打印为 PDF（与屏幕一致）"
                disabled={isBusy}
                onClick={printed.begin}
              />
            )}
          </Menu>
        }
      >
        <Button endIcon={<CaretDownIcon />} loading={isBusy} title={made.step}>
          {made.isPending ? made.step : printed.isPending ? '正在打印' : '生成文件'}
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
  const job = useMutation<string, CallError, 'pdf' | 'students' | 'workbook'>({
    mutationFn: async (kind) => {
      setStep('排队中')
      const { exam_id, ...filters } = query
      const body = {
        exam_id: Number(exam_id),
        report,
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

/** The page as it is on screen, printed by a browser of the server, where that has one. @source reports 4.3 */
function usePrintedPage(mayExport: boolean) {
  const { download } = useCaller()
  const { pathname, search } = useLocation()
  const { data } = useRoute(pagePdfReady, {}, { enabled: mayExport, staleTime: Infinity })
  const job = useMutation<string, CallError>({
    mutationFn: async () => {
      const { blob, fileName } = await download(pagePdf, { body: { path: pathname + search } })
      saveFile(blob, fileName)
      return fileName
    },
    onSuccess: (fileName) => toast.done(`已下载 ${fileName}`),
    onError: (error) => toast.error(error),
  })
  return { isReady: data?.is_ready ?? false, begin: () => job.mutate(), isPending: job.isPending }
}
