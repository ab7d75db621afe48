import type { clientSchoolClasses, ReplyOf } from '@hengjuan/contracts'
import type { OmrTemplate } from '@hengjuan/domain'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { ExamCache } from '../exams/exam-cache.ts'
import type { Finding } from '../store/sheet-notes.ts'
import { type BatchRow, findBatch } from '../store/batch.store.ts'
import { selectSheetImages } from '../store/image.store.ts'
import { selectLots } from '../store/lot.store.ts'
import { findCached } from '../store/settings.store.ts'
import { findSheetWithUpload, type SheetWithUpload } from '../store/sheet.store.ts'
import { findMachineView } from './reviewed-sheet.store.ts'
import type { Roster, ScannedSheet } from './effective-sheet.ts'

export type Classes = ReplyOf<typeof clientSchoolClasses>

/** A sheet with everything that decisions about it need. */
export interface LoadedSheet {
  row: SheetWithUpload
  batch: BatchRow
  subjectId: number
  template: OmrTemplate
  scanned: ScannedSheet
}

/** @throws StationError when the sheet, its pages or its template are not on this station */
export async function loadSheet(
  station: StationContext,
  exams: ExamCache,
  sheetId: string,
): Promise<LoadedSheet> {
  const { db, spool } = station
  const row = findSheetWithUpload(db, sheetId)
  const batch = row && findBatch(db, row.batch_id)
  if (!row || !batch) throw new StationError('SHEET_NOT_FOUND', '没有找到这张答题卡，请刷新列表')
  const subjectId = row.subject_id || batch.subject_id
  const template = templateOf(station, exams, batch, subjectId)
  const images = selectSheetImages(db, sheetId).filter(({ page_seq }) => page_seq !== null)
  const pages = []
  for (const image of images)
    pages.push({
      seq: image.page_seq ?? 1,
      imageId: image.id,
      reading: (await spool.readPage(image.id).catch(isCleared)).reading,
    })
  const machine = findMachineView(db, sheetId) ?? row
  return {
    row,
    batch,
    subjectId,
    template,
    scanned: {
      id: sheetId,
      pages,
      pageCount: template.pages.length,
      machine: {
        examNo: machine.exam_no,
        candidateName: machine.candidate_name,
        findings: JSON.parse(machine.findings) as Finding[],
      },
    },
  }
}

function isCleared(cause: unknown): never {
  throw new StationError('SHEET_CLEARED', '这张答题卡的图像已从本机清理，请在异常中心处理', {
    cause,
  })
}

function templateOf(
  { db }: StationContext,
  exams: ExamCache,
  batch: BatchRow,
  subjectId: number,
): OmrTemplate {
  const lot = selectLots(db, batch.id).find(({ subject_id }) => subject_id === subjectId)
  const template = exams.templateOf(lot?.template_sha256 ?? batch.template_sha256)
  if (!template) throw new StationError('TEMPLATE_MISSING', '本机没有识别模板，请联网后重试')
  return template
}

/** The candidates of an exam as last seen; null when no list was ever fetched. */
export function rosterOf({ db }: StationContext, examId: number): Roster | null {
  const classes = findCached<Classes>(db, 'roster', String(examId))?.body
  if (!classes) return null
  const people = classes.flatMap(({ class_name, students }) =>
    students.map(({ candidate_id, exam_no, name }) => ({
      candidate_id,
      exam_no,
      name,
      class_name,
    })),
  )
  return {
    byExamNo: new Map(people.map((one) => [one.exam_no, one])),
    byId: new Map(people.map((one) => [one.candidate_id, one])),
  }
}
