import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReportDocument, renderDocument } from '@hengjuan/sheet'
import { defineJob } from '../../../jobs/index.ts'
import { writeXlsxFile } from '../../../spreadsheet/xlsx-writer.ts'
import { wallDay } from '../../../wall-clock.ts'
import { reportDocument } from '../kit/document.ts'
import { type AskedReport, wholeReply } from './report-work.ts'
import { reportSheets } from '../kit/workbook.ts'

interface ReportOrder {
  /** One file of all of them. */
  asked: readonly AskedReport[]
  title: string
  who: { name: string; role: string; at: string; iso: string }
}

const nameOf = (
  { footer }: { footer: { exam_name: string; subject_name: string; version: number } },
  title: string,
  iso: string,
  ending: string,
): string =>
  `${[footer.exam_name, footer.subject_name, title, `v${footer.version}`, wallDay(iso).replaceAll('-', '')].join('_')}.${ending}`

type Made = Awaited<ReturnType<typeof wholeReply>>

/** Several reports one behind the other; one alone stays as it is. */
function joined(documents: readonly ReportDocument[], title: string): ReportDocument {
  const [first] = documents
  if (!first || documents.length === 1) return first ?? { title, footer: title, parts: [] }
  return {
    ...first,
    title,
    isLandscape: documents.some(({ isLandscape }) => isLandscape),
    parts: documents.flatMap(({ parts }, at) =>
      at === 0 ? parts : [{ kind: 'pageBreak' as const }, ...parts],
    ),
  }
}

/** Sheets of several reports: their notes are told apart by the name of the report. */
const sheetsOf = (made: readonly Made[], who: ReportOrder['who']) =>
  made.flatMap(({ report, reply }) =>
    reportSheets(report, reply, who).map((sheet) =>
      made.length > 1 && sheet.name === '说明' ? { ...sheet, name: `说明 ${report.title}` } : sheet,
    ),
  )

/** A report on paper, from the same columns as its page. */
const pdfJob = defineJob<ReportOrder>(
  'report.pdf',
  { title: '报表 PDF', queue: 'report' },
  async ({ services, signal, progress, saveFile }, { asked, title, who }) => {
    const made = []
    for (const [at, one] of asked.entries()) {
      progress(at, asked.length + 1, '统计')
      made.push(await wholeReply(services, one))
      signal.throwIfAborted()
    }
    progress(asked.length, asked.length + 1, '排版')
    const documents = made.map(({ report, reply }) => reportDocument(report, reply))
    const body = Buffer.from(await renderDocument(joined(documents, title)))
    await saveFile({
      name: nameOf(made[0]!.reply, title, who.iso, 'pdf'),
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
  async ({ services, signal, progress, saveFile }, { asked, title, who }) => {
    const made = []
    for (const [at, one] of asked.entries()) {
      progress(at, asked.length + 1, '统计')
      made.push(await wholeReply(services, one))
      signal.throwIfAborted()
    }
    progress(asked.length, asked.length + 1, '写文件')
    const folder = await mkdtemp(join(tmpdir(), 'hengjuan-report-'))
    try {
      const path = join(folder, 'report.xlsx')
      await writeXlsxFile(path, sheetsOf(made, who))
      await saveFile({
        name: nameOf(made[0]!.reply, title, who.iso, 'xlsx'),
        mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body: createReadStream(path),
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

export const reportJobs = { pdf: pdfJob, workbook: workbookJob }
