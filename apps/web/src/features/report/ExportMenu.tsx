import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import type { Report } from '@hengjuan/contracts'
import { DownloadButton } from '@hengjuan/ui'

/** How a report leaves the page: as a workbook, or on paper. */
export function ExportMenu<Query, Reply, Row>(props: {
  report: Report<Query, Reply, Row>
  query: Record<string, unknown>
  mayExport: boolean
}) {
  const { report, query } = props
  return (
    <>
      <Button icon={<PrintIcon />} onClick={() => window.print()}>
        打印
      </Button>
      {props.mayExport && (
        <DownloadButton route={report.export} input={{ query } as never}>
          {`导出${report.title}`}
        </DownloadButton>
      )}
    </>
  )
}
