import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderDocument } from '@hengjuan/sheet'
import { defineJob } from '../../../jobs/index.ts'
import { writeXlsxFile } from '../../../spreadsheet/xlsx-writer.ts'
import { wallDay } from '../../../wall-clock.ts'
import { reportDocument } from '../kit/document.ts'
import { type AskedReport, wholeReply } from './report-work.ts'
import { reportSheets } from '../kit/workbook.ts'

interface ReportOrder {
  asked: AskedReport
  who: { name: string; role: string; at: string; iso: string }
}

const nameOf = (
  { footer }: { footer: { exam_name: string; subject_name: string; version: number } },
  title: string,
  iso: string,
  ending: string,
): string =>
  `${[footer.exam_name, footer.subject_name, title, `v${footer.version}`, wallDay(iso).replaceAll('-', '')].join('_')}.${ending}`

/** A report on paper, from the same columns as its page. */
const pdfJob = defineJob<ReportOrder>(
  'report.pdf',
  { title: '报表 PDF', queue: 'report' },
  async ({ services, signal, progress, saveFile }, { asked, who }) => {
    progress(0, 2, '统计')
    const { report, reply } = await wholeReply(services, asked)
    signal.throwIfAborted()
    progress(1, 2, '排版')
    const body = Buffer.from(await renderDocument(reportDocument(report, reply)))
    await saveFile({
      name: nameOf(reply, report.title, who.iso, 'pdf'),
      mime: 'application/pdf',
      body,
    })
    return { bytes: body.length }
  },
)

/** A workbook that is too large to wait for: it is written to disk row by row. */
const workbookJob = defineJob<ReportOrder>(
  'report.workbook',
  { title: '报表工作簿', queue: 'report' },
  async ({ services, signal, progress, saveFile }, { asked, who }) => {
    progress(0, 2, '统计')
    const { report, reply } = await wholeReply(services, asked)
    signal.throwIfAborted()
    progress(1, 2, '写文件')
    const folder = await mkdtemp(join(tmpdir(), 'hengjuan-report-'))
    try {
      const path = join(folder, 'report.xlsx')
      await writeXlsxFile(path, reportSheets(report, reply, who))
      await saveFile({
        name: nameOf(reply, report.title, who.iso, 'xlsx'),
        mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body: createReadStream(path),
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

export const reportJobs = { pdf: pdfJob, workbook: workbookJob }
