import type { Db, Tables } from '@hengjuan/db'
import { AppError, NOT_SELECTED } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type ExamView, shows } from '../../http/exam-view.ts'
import type { FileReply } from '../../http/serve.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { type Cell, writeXlsx } from '../../spreadsheet/xlsx-writer.ts'
import { type ImportedSubject, importedSubjects } from './imported-subject.query.ts'
import { selectPeople, selectScores } from './known-scores.query.ts'
import { type Standing, standingOf, standingText } from './read-scores.ts'
import { NAME, NUMBER } from './score-fields.ts'

interface Wanted {
  exam: Selectable<Tables['exam']>
  view: ExamView
  subjectIds: number[] | undefined
  withItems: boolean
  isFilled: boolean
  at: string
}

/** A table with the roster, to be filled in and imported. @throws AppError EXPORT_EMPTY without candidates */
export async function scoreTemplateFile(db: Db, wanted: Wanted): Promise<FileReply> {
  const { exam, view, withItems, isFilled } = wanted
  const subjects = await importedSubjects(db, exam, wanted.subjectIds)
  const people = (await selectPeople(db, exam.id)).filter(({ school_id }) => shows(view, school_id))
  if (people.length === 0)
    throw new AppError('EXPORT_EMPTY', { reason: '还没有考生，请先生成或导入考生名单' })
  const scores = await selectScores(
    db,
    exam.id,
    subjects.map(({ id }) => id),
  )
  const known = new Map(
    scores.map((row) => [`${row.candidate_id} ${row.subject_id}`, standingOf(row)]),
  )
  const columns = subjects.flatMap((subject) =>
    columnsOf(subject, withItems, subjects.length === 1),
  )
  const cellOf = (candidateId: number, { subject, questionId }: Column): Cell => {
    const standing = known.get(`${candidateId} ${subject.id}`)
    if (!standing) return null
    if (standing.attendance === NOT_SELECTED) return '未选'
    return isFilled ? filledCell(standing, questionId) : null
  }
  return xlsxReply(
    [exam.name, '成绩导入模板'],
    wanted.at,
    writeXlsx([
      {
        name: '成绩',
        widths: [14, 12, 16, ...columns.map(() => 10)],
        frozenRows: 2,
        frozenColumns: 2,
        rows: [
          { cells: [NUMBER, NAME, '班级', ...columns.map(({ title }) => title)], style: 'head' },
          {
            cells: ['满分', '', '', ...columns.map(({ fullMilli }) => fullMilli / 1000)],
            style: 'note',
          },
          ...people.map(({ id, exam_no, name, class_name }) => ({
            cells: [exam_no, name, class_name, ...columns.map((column) => cellOf(id, column))],
          })),
        ],
      },
      {
        name: '说明',
        widths: [24, 70],
        frozenRows: 0,
        frozenColumns: 0,
        rows: HELP.map((cells) => ({ cells })),
      },
    ]),
  )
}

interface Column {
  title: string
  subject: ImportedSubject
  questionId: number | null
  fullMilli: number
}

function columnsOf(subject: ImportedSubject, withItems: boolean, isOne: boolean): Column[] {
  const own = isOne ? '' : subject.name
  return [
    ...(withItems ? subject.questions : []).map(({ id, no, fullMilli }) => ({
      title: `${own}第${no}题`,
      subject,
      questionId: id,
      fullMilli,
    })),
    { title: subject.name, subject, questionId: null, fullMilli: subject.fullMilli },
  ]
}

function filledCell(standing: Standing, questionId: number | null): Cell {
  const milli = questionId === null ? standing.total : standing.items[questionId]
  if (milli != null) return milli / 1000
  return questionId === null && standing.total === null && standing.attendance !== 0
    ? standingText(standing)
    : null
}

const HELP = [
  ['得分', '数字，最多三位小数，如 98 或 98.5；不写单位，不超过满分'],
  ['缺考', '写「缺考」或 Q'],
  ['未选考', '写「未选」或 N'],
  ['没有记录', '留空；已有的成绩不变'],
  ['小题与总分', '两者都填时，各题之和必须等于总分；只填小题时总分自动合计'],
  ['考号', '不要修改考号；考号列为文本，不会丢失开头的 0'],
]
