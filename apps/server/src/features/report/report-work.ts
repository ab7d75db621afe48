import type {
  ReplyOf,
  reportClassAverages,
  reportItems,
  reportPaper,
  reportScoreSegments,
  reportStudents,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { beside } from '../../beside/beside.ts'
import { pageOf } from '../../http/page-of.ts'
import { loadSnapshot, type SnapshotSubject } from '../score/index.ts'
import { classAverageRows } from './class-averages.ts'
import { itemTable, noMarkNotes } from './item-table.ts'
import { overviewOf } from './overview.ts'
import {
  footerOf,
  type Population,
  populationOf,
  type ReportViewer,
  visibleSubjects,
} from './population.ts'
import { segmentRows } from './score-segments.ts'
import { studentRows } from './student-table.ts'
import * as workbook from './workbooks.ts'

/*
 * Reports are made away from those who mark: a version of a region's results is tens of thousands of rows, which
 * are read, sorted and counted for each of them, and written to files of hundreds of thousands of cells.
 */

/** A report of a version, for somebody. */
export interface AskedReport {
  snapshotId: number
  publishedAt: string | null
  viewer: ReportViewer
  /** Of the version; absent for the total. */
  subjectId: number | undefined
  classId: number | undefined
}

type ReportFile = Pick<Population['data'], 'version' | 'createdAt'> & {
  examName: string
  subjectName: string
  body: Uint8Array
}

const open = async (db: Db, { snapshotId, viewer, subjectId, classId }: AskedReport) =>
  populationOf(await loadSnapshot(db, snapshotId), viewer, { subjectId, classId })

export const studentsReport = beside(
  import.meta.url,
  'studentsReport',
  async (
    { db },
    asked: AskedReport,
    shown: Parameters<typeof studentRows>[2] & Parameters<typeof pageOf>[1],
  ): Promise<ReplyOf<typeof reportStudents>> => {
    const population = await open(db, asked)
    return {
      ...pageOf(studentRows(population, asked.viewer, shown), shown),
      columns: columnsOf(population, asked.viewer),
      classes: classesOf(population),
      footer: footerOf(population.data, asked.publishedAt, [
        '标准分为 T 分（50 + 10Z），参照全年级总分完整的考生',
      ]),
    }
  },
)

export const averagesReport = beside(
  import.meta.url,
  'averagesReport',
  async ({ db }, asked: AskedReport): Promise<ReplyOf<typeof reportClassAverages>> => {
    const population = await open(db, asked)
    return {
      subjects: columnsOf(population, asked.viewer),
      rows: classAverageRows(population),
      footer: footerOf(
        population.data,
        asked.publishedAt,
        ['标准差按全体考生计算（÷N）；与年级均分之差小于两倍标准误时以灰色显示（差异不显著）'],
        population.config,
      ),
    }
  },
)

export const segmentsReport = beside(
  import.meta.url,
  'segmentsReport',
  async (
    { db },
    asked: AskedReport,
    width: number,
  ): Promise<ReplyOf<typeof reportScoreSegments>> => {
    const population = await open(db, asked)
    return {
      width,
      subjects: columnsOf(population, asked.viewer),
      classes: classesOf(population),
      rows: segmentRows(population, width),
      footer: footerOf(population.data, asked.publishedAt),
    }
  },
)

export const itemsReport = beside(
  import.meta.url,
  'itemsReport',
  async ({ db }, asked: AskedReport): Promise<ReplyOf<typeof reportItems>> => {
    const population = await open(db, asked)
    const table = itemTable(population, detailOf(population))
    return {
      subjects: columnsOf(population, asked.viewer),
      classes: classesOf(population),
      ...table,
      footer: footerOf(population.data, asked.publishedAt, [
        '区分度为前后 27% 组得分率之差，同分者均摊；实考不足 10 人时不计算难度与区分度',
        ...noMarkNotes(table),
      ]),
    }
  },
)

export const paperReport = beside(
  import.meta.url,
  'paperReport',
  async (
    { db },
    { snapshotId, viewer, publishedAt }: AskedReport,
  ): Promise<ReplyOf<typeof reportPaper>> =>
    overviewOf(await loadSnapshot(db, snapshotId), viewer, publishedAt),
)

export const studentsFile = beside(
  import.meta.url,
  'studentsFile',
  async ({ db }, asked: AskedReport): Promise<ReportFile> => {
    const population = await open(db, asked)
    const { viewer } = asked
    const all = { keyword: '', order: 'total', ascending: false }
    const rows = studentRows(population, viewer, all)
    const subjects = visibleSubjects(population.data, viewer)
    return fileOf(population, workbook.studentWorkbook(population, subjects, rows))
  },
)

export const averagesFile = beside(
  import.meta.url,
  'averagesFile',
  async ({ db }, asked: AskedReport): Promise<ReportFile> => {
    const population = await open(db, asked)
    return fileOf(population, workbook.averageWorkbook(population, classAverageRows(population)))
  },
)

export const segmentsFile = beside(
  import.meta.url,
  'segmentsFile',
  async ({ db }, asked: AskedReport, width: number): Promise<ReportFile> => {
    const population = await open(db, asked)
    return fileOf(population, workbook.segmentWorkbook(population, segmentRows(population, width)))
  },
)

export const itemsFile = beside(
  import.meta.url,
  'itemsFile',
  async ({ db }, asked: AskedReport): Promise<ReportFile> => {
    const population = await open(db, asked)
    const table = itemTable(population, detailOf(population))
    return fileOf(population, workbook.itemWorkbook(population, table))
  },
)

function detailOf({ subject }: Population): SnapshotSubject {
  if (!subject.detail) throw new Error('question tables have no total')
  return subject.detail
}

const columnsOf = (population: Population, viewer: ReportViewer) =>
  visibleSubjects(population.data, viewer).map(({ id, name, fullMilli }) => ({
    subject_id: id,
    subject_name: name,
    full_milli: fullMilli,
  }))

const classesOf = ({ classes }: Population) =>
  classes.map(({ id, name }) => ({ class_id: id, class_name: name }))

const fileOf = async (
  { data, subject }: Population,
  body: Promise<Uint8Array>,
): Promise<ReportFile> => ({
  version: data.version,
  createdAt: data.createdAt,
  examName: data.manifest.examName,
  subjectName: subject.name,
  body: await body,
})
