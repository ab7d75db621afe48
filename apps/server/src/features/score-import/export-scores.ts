import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type ExamView, shows } from '../../http/exam-view.ts'
import type { FileReply } from '../../http/serve.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { writeXlsx } from '../../spreadsheet/xlsx-writer.ts'
import { timeText } from '../../wall-clock.ts'
import { importedSubjects } from './imported-subject.query.ts'
import { selectPeople, selectScores } from './known-scores.query.ts'
import { standingOf, standingText } from './read-scores.ts'
import { NAME, NUMBER } from './score-fields.ts'

/** Scores as they stand, each with the file that it came by. @throws AppError EXPORT_EMPTY */
export async function exportScores(
  db: Db,
  wanted: {
    exam: Selectable<Tables['exam']>
    view: ExamView
    subjectIds: number[] | undefined
    at: string
  },
): Promise<FileReply> {
  const { exam, view } = wanted
  const subjects = await importedSubjects(db, exam, wanted.subjectIds)
  const people = (await selectPeople(db, exam.id)).filter(({ school_id }) => shows(view, school_id))
  if (people.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '还没有考生' })
  const scores = await selectScores(
    db,
    exam.id,
    subjects.map(({ id }) => id),
  )
  const known = new Map(scores.map((row) => [`${row.candidate_id} ${row.subject_id}`, row]))
  const sources = await selectSources(
    db,
    scores.flatMap(({ batch_id }) => batch_id ?? []),
  )
  const cellsOf = (candidateId: number, subjectId: number) => {
    const row = known.get(`${candidateId} ${subjectId}`)
    if (!row) return [null, null]
    const standing = standingOf(row)
    const source =
      row.batch_id !== null
        ? (sources.get(row.batch_id) ?? null)
        : row.imported_at === null
          ? null
          : `手工登记 ${timeText(row.imported_at)}`
    return [standing.total === null ? standingText(standing) : standing.total / 1000, source]
  }
  return xlsxReply(
    [exam.name, '导入成绩'],
    wanted.at,
    writeXlsx([
      {
        name: '导入成绩',
        widths: [14, 12, 16, ...subjects.flatMap(() => [10, 30])],
        frozenRows: 1,
        frozenColumns: 2,
        rows: [
          {
            cells: [NUMBER, NAME, '班级', ...subjects.flatMap(({ name }) => [name, `${name}来源`])],
            style: 'head',
          },
          ...people.map(({ id, exam_no, name, class_name }) => ({
            cells: [
              exam_no,
              name,
              class_name,
              ...subjects.flatMap((subject) => cellsOf(id, subject.id)),
            ],
          })),
        ],
      },
    ]),
  )
}

/** 期中成绩.xlsx，王老师 2026-11-20 10:00 */
async function selectSources(db: Db, batchIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('import_batch')
    .innerJoin('user', 'user.id', 'import_batch.by_id')
    .where(isOneOf(db, 'import_batch.id', [...new Set(batchIds)]))
    .select(['import_batch.id', 'import_batch.file_name', 'import_batch.applied_at', 'user.name'])
    .execute()
  return new Map(
    rows.map(({ id, file_name, applied_at, name }) => [
      id,
      `${file_name}，${name} ${applied_at === null ? '' : timeText(applied_at)}`,
    ]),
  )
}
