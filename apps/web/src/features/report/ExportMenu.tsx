import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DocumentIcon, PrintIcon } from '@blueprintjs/icons'
import type { CallError } from '@hengjuan/client'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { bookReport, pagePdf, pagePdfReady, type Report, type ReportKey } from '@hengjuan/contracts'
import { DownloadButton, saveFile, toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useMadeFile } from './use-made-file.ts'

/** How a report leaves the page: as a workbook at once, as a PDF or a large workbook when it is made. */
export function ExportMenu<Query, Reply, Row>(props: {
  report: Report<Query, Reply, Row>
  query: Record<string, unknown>
  mayExport: boolean
}) {
  const { report, query } = props
  const made = useMadeFile({ report: report.key as ReportKey }, query)
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
