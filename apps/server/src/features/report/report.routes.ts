import {
  exportAverages,
  exportItems,
  exportSegments,
  exportStudents,
  reportClassAverages,
  reportExamples,
  reportItems,
  reportPaper,
  reportScoreSegments,
  reportStudents,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { pageOf } from '../../http/page-of.ts'
import { type FileReply, serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { reportExamplesOf } from '../marking/index.ts'
import { loadReleased, type SnapshotSubject } from '../score/index.ts'
import { classAverageRows } from './class-averages.ts'
import { itemTable, noMarkNotes } from './item-table.ts'
import { overviewOf } from './overview.ts'
import { footerOf, type Population, populationOf, visibleSubjects } from './population.ts'
import { segmentRows } from './score-segments.ts'
import { studentRows } from './student-table.ts'
import * as workbook from './workbooks.ts'

const DEFAULT_SEGMENT_POINTS = 10

interface Exam {
  id: number
  published_snapshot_id: number | null
  published_at: string | null
}
interface Filter {
  subject_id?: number | undefined
  class_id?: number | undefined
}

export function registerReport(target: ServeApp): void {
  serve(target, reportStudents, async ({ query, found, services, session }) => {
    const population = await openReport(services, session, found.exam, query)
    const rows = studentRows(population, session, {
      keyword: query.keyword ?? '',
      order: query.order ?? 'total',
      ascending: query.asc === 1,
    })
    return {
      ...pageOf(rows, query),
      columns: columnsOf(population, session),
      classes: classesOf(population),
      footer: footerOf(population.data, found.exam.published_at, [
        '标准分为 T 分（50 + 10Z），参照全年级总分完整的考生',
      ]),
    }
  })

  serve(target, reportClassAverages, async ({ query, found, services, session }) => {
    const population = await openReport(services, session, found.exam, query)
    return {
      subjects: columnsOf(population, session),
      rows: classAverageRows(population),
      footer: footerOf(population.data, found.exam.published_at, [
        '标准差按全体考生计算（÷N）；与年级均分之差小于两倍标准误时以灰色显示（差异不显著）',
      ]),
    }
  })

  serve(target, reportScoreSegments, async ({ query, found, services, session }) => {
    const population = await openReport(services, session, found.exam, query)
    return {
      subjects: columnsOf(population, session),
      classes: classesOf(population),
      rows: segmentRows(population, query.width ?? DEFAULT_SEGMENT_POINTS),
      footer: footerOf(population.data, found.exam.published_at),
    }
  })

  serve(target, reportItems, async ({ query, found, services, session }) => {
    const { population, subject } = await openSubjectReport(services, session, found.exam, query)
    const table = itemTable(population, subject)
    return {
      subjects: columnsOf(population, session),
      classes: classesOf(population),
      ...table,
      footer: footerOf(population.data, found.exam.published_at, [
        '区分度为前后 27% 组得分率之差，同分者均摊；实考不足 10 人时不计算难度与区分度',
        ...noMarkNotes(table),
      ]),
    }
  })

  serve(target, reportExamples, async ({ query, found, services, session }) => {
    await openReport(services, session, found.exam, query)
    return { list: await reportExamplesOf(services, query.exam_id, query.subject_id) }
  })

  serve(target, reportPaper, async ({ found, services, session }) =>
    overviewOf(await loadReleased(services.db, found.exam), session, found.exam.published_at),
  )

  serve(target, exportStudents, async ({ query, found, services, session, request }) => {
    const population = await openReport(services, session, found.exam, query)
    const rows = studentRows(population, session, { keyword: '', order: 'total', ascending: false })
    await auditExport(services, session, request, found.exam, 'student')
    return fileOf(
      population,
      '学生成绩',
      workbook.studentWorkbook(population, visibleSubjects(population.data, session), rows),
    )
  })

  serve(target, exportAverages, async ({ query, found, services, session, request }) => {
    const population = await openReport(services, session, found.exam, query)
    await auditExport(services, session, request, found.exam, 'average')
    return fileOf(
      population,
      '班级均分',
      workbook.averageWorkbook(population, classAverageRows(population)),
    )
  })

  serve(target, exportSegments, async ({ query, found, services, session, request }) => {
    const population = await openReport(services, session, found.exam, query)
    await auditExport(services, session, request, found.exam, 'section')
    const rows = segmentRows(population, query.width ?? DEFAULT_SEGMENT_POINTS)
    return fileOf(population, '分数段', workbook.segmentWorkbook(population, rows))
  })

  serve(target, exportItems, async ({ query, found, services, session, request }) => {
    const { population, subject } = await openSubjectReport(services, session, found.exam, query)
    await auditExport(services, session, request, found.exam, 'little')
    const table = itemTable(population, subject)
    return fileOf(population, '小题得分率', workbook.itemWorkbook(population, table))
  })
}

async function openReport(
  services: Services,
  session: Session,
  exam: Exam,
  filter: Filter,
): Promise<Population> {
  const data = await loadReleased(services.db, exam)
  const visible = visibleSubjects(data, session)
  const asked = filter.subject_id
  const hidden =
    data.manifest.subjects.some(({ id }) => id === asked) && !visible.some(({ id }) => id === asked)
  if (hidden) throw new AppError('OUT_OF_SCOPE', { what: '该科目' })
  return populationOf(data, session, { subjectId: asked, classId: filter.class_id })
}

/** Question tables have no total: without a subject the first one that the role may see is shown. */
async function openSubjectReport(
  services: Services,
  session: Session,
  exam: Exam,
  filter: Filter,
): Promise<{ population: Population; subject: SnapshotSubject }> {
  const data = await loadReleased(services.db, exam)
  const [first] = visibleSubjects(data, session)
  const asked = data.manifest.subjects.find(({ id }) => id === filter.subject_id) ?? first
  if (!asked) throw new AppError('EXPORT_EMPTY', { reason: '没有您可以查看的科目' })
  const population = await openReport(services, session, exam, {
    ...filter,
    subject_id: asked.id,
  })
  return { population, subject: asked }
}

const columnsOf = (population: Population, session: Session) =>
  visibleSubjects(population.data, session).map(({ id, name, fullMilli }) => ({
    subject_id: id,
    subject_name: name,
    full_milli: fullMilli,
  }))

const classesOf = ({ classes }: Population) =>
  classes.map(({ id, name }) => ({ class_id: id, class_name: name }))

function fileOf(population: Population, report: string, body: Buffer): FileReply {
  const { manifest, version, createdAt } = population.data
  return xlsxReply(
    [manifest.examName, population.subject.name, report, `v${version}`],
    createdAt,
    body,
  )
}

const auditExport = (
  services: Services,
  session: Session,
  request: { id: string },
  exam: Exam,
  report: string,
): Promise<void> =>
  audit(
    services.db,
    { services, session, request },
    {
      action: 'export',
      object: `exam:${exam.id}`,
      after: { report, snapshot_id: exam.published_snapshot_id },
    },
  )
