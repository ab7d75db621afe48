import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { bookReport, type ReplyOf, type reportBook } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { type ReportDocument, renderDocument } from '@hengjuan/sheet'
import { defineJob } from '../../../jobs/index.ts'
import { writeXlsxFile, type XlsxSheet } from '../../../spreadsheet/xlsx-writer.ts'
import { zipPieces } from '../../../spreadsheet/zip-stream.ts'
import { wallDay } from '../../../wall-clock.ts'
import { bookDocument } from '../book/book-paper.ts'
import { withPictures } from '../book/book-workbook.ts'
import { reportDocument } from '../kit/document.ts'
import { type AskedReport, wholeReply } from './report-work.ts'
import { reportSheets } from '../kit/workbook.ts'

/** A file of an archive, by the name of its class or school. */
export interface ReportPart {
  name: string
  count: number
}

const MIME = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const

export interface ReportOrder {
  /** One file of all of them. */
  asked: readonly AskedReport[]
  /** Or a file for each part: so many of them, one behind the other. */
  parts?: readonly ReportPart[] | undefined
  /** Or a file for each student of the one that is asked. */
  each?: 'student' | undefined
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

/** What no name of a file may hold is left out of it. */
const fileSafe = (name: string): string => name.replaceAll(/[\\/:*?"<>|]/g, '_')

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
async function sheetsOf(
  { services }: Pick<Making, 'services'>,
  made: readonly Made[],
  asked: readonly AskedReport[],
  who: ReportOrder['who'],
): Promise<XlsxSheet[]> {
  const sheets: XlsxSheet[] = []
  for (const [at, { report, reply }] of made.entries()) {
    const pictured = picturedBook(asked[at])
    // The same report of several subjects: each sheet says of which it is.
    const isRepeated = made.filter((one) => one.report.key === report.key).length > 1
    const subject = isRepeated ? ` ${reply.footer.subject_name}` : ''
    for (const [no, sheet] of reportSheets(report, reply, who).entries())
      sheets.push(
        pictured && no === 0
          ? await withPictures(services, reply as unknown as Book, sheet, pictured)
          : made.length > 1 && sheet.name === '说明'
            ? { ...sheet, name: `说明 ${report.title}${subject}` }
            : { ...sheet, name: `${sheet.name}${subject}` },
      )
  }
  return sheets
}

type Book = ReplyOf<typeof reportBook>

/** Whose book it is, where one was asked for with its pictures. */
function picturedBook(
  asked: Pick<AskedReport, 'key' | 'query'> | undefined,
): { subjectId: number } | null {
  if (asked?.key !== bookReport.key || asked.query['pictures'] !== 'on') return null
  return { subjectId: Number(asked.query['subject_id']) }
}

type Making = Parameters<Parameters<typeof defineJob<ReportOrder>>[2]>[0]

/** Computes the reports of an order, or of a part of it. */
async function makeAll(
  { services, signal, progress }: Making,
  asked: readonly AskedReport[],
  { done, of }: { done: number; of: number },
): Promise<Made[]> {
  const all: Made[] = []
  for (const [at, one] of asked.entries()) {
    progress(done + at, of + 1, '统计')
    all.push(await wholeReply(services, one))
    signal.throwIfAborted()
  }
  return all
}

async function paperOf(
  { services, signal }: Making,
  all: readonly Made[],
  asked: readonly AskedReport[],
  title: string,
): Promise<Buffer> {
  const documents: ReportDocument[] = []
  for (const [at, { report, reply }] of all.entries()) {
    const pictured = picturedBook(asked[at])
    documents.push(
      pictured
        ? await bookDocument(services, reply as unknown as Book, pictured, signal)
        : reportDocument(report, reply),
    )
  }
  return Buffer.from(await renderDocument(joined(documents, title)))
}

/** One file, or one for each part of the order in an archive. */
async function saveMade(
  making: Making,
  { asked, parts, title, who }: ReportOrder,
  ending: 'pdf' | 'xlsx',
  write: (all: readonly Made[], path: string, asked: readonly AskedReport[]) => Promise<void>,
): Promise<void> {
  const { progress, saveFile } = making
  const of = asked.length
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-report-'))
  try {
    if (!parts) {
      const all = await makeAll(making, asked, { done: 0, of })
      progress(of, of + 1, ending === 'pdf' ? '排版' : '写文件')
      const path = join(folder, `report.${ending}`)
      await write(all, path, asked)
      const name = nameOf(all[0]!.reply, title, who.iso, ending)
      await saveFile({ name, mime: MIME[ending], body: createReadStream(path) })
      return
    }
    const files: { path: string; file: string }[] = []
    let name = ''
    let done = 0
    for (const [at, { name: part, count }] of parts.entries()) {
      const own = asked.slice(done, done + count)
      const all = await makeAll(making, own, { done, of })
      done += count
      name ||= nameOf(all[0]!.reply, title, who.iso, 'zip')
      const file = join(folder, `${at}.${ending}`)
      await write(all, file, own)
      files.push({ path: `${fileSafe(part)}.${ending}`, file })
    }
    progress(of, of + 1, '打包')
    const entries = files.map(({ path, file }) => ({ path, pieces: createReadStream(file) }))
    await saveFile({ name, mime: MIME.zip, body: Readable.from(zipPieces(entries)) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A book for each student, in an archive with a folder for each class. @source reports P19 */
async function saveBooks(making: Making, { asked, title, who }: ReportOrder): Promise<void> {
  const { services, signal, progress, saveFile } = making
  const [made] = await makeAll(making, asked, { done: 0, of: 1 })
  const book = made!.reply as unknown as Book
  const people = [...Map.groupBy(book.list, ({ candidate_id }) => candidate_id).values()]
  if (people.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有错题' })
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-report-'))
  try {
    const files: { path: string; file: string }[] = []
    for (const [at, list] of people.entries()) {
      progress(at, people.length + 1, '排版')
      const { class_name, exam_no, student_name } = list[0]!
      const document = await bookDocument(
        services,
        { ...book, list },
        picturedBook(asked[0]),
        signal,
      )
      const file = join(folder, `${at}.pdf`)
      await writeFile(file, await renderDocument(document))
      const path = [class_name, `${exam_no} ${student_name}`].map(fileSafe).join('/')
      files.push({ path: `${path}.pdf`, file })
      signal.throwIfAborted()
    }
    progress(people.length, people.length + 1, '打包')
    const entries = files.map(({ path, file }) => ({ path, pieces: createReadStream(file) }))
    const name = nameOf(made!.reply, title, who.iso, 'zip')
    await saveFile({ name, mime: MIME.zip, body: Readable.from(zipPieces(entries)) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A report on paper, from the same columns as its page. */
const pdfJob = defineJob<ReportOrder>(
  'report.pdf',
  { title: '报表 PDF', queue: 'report' },
  async (making, order) => {
    if (order.each === 'student') return saveBooks(making, order)
    await saveMade(making, order, 'pdf', async (all, path, asked) =>
      writeFile(path, await paperOf(making, all, asked, order.title)),
    )
  },
)

/** A workbook that is too large to wait for: it is written to disk row by row. */
const workbookJob = defineJob<ReportOrder>(
  'report.workbook',
  { title: '报表工作簿', queue: 'report' },
  async (making, order) => {
    await saveMade(making, order, 'xlsx', async (all, path, asked) =>
      writeXlsxFile(path, await sheetsOf(making, all, asked, order.who)),
    )
  },
)

/** Levels and converted scores of everybody by a scheme: a workbook whose progress has a call of its own. */
const rankScoreJob = defineJob<ReportOrder>(
  'report.rank_score',
  { title: '赋分', queue: 'report' },
  async (making, order) => {
    await saveMade(making, order, 'xlsx', async (all, path, asked) =>
      writeXlsxFile(path, await sheetsOf(making, all, asked, order.who)),
    )
  },
)

export const reportJobs = { pdf: pdfJob, workbook: workbookJob, rankScore: rankScoreJob }
