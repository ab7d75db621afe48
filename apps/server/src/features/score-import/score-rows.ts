import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { defineImport, type ImportPlace } from '../../import/define-import.ts'
import { assertImportable, importedSubjects, subjectsToImport } from './imported-subject.query.ts'
import { PEOPLE_FIELDS, scoreFields, totalField, itemField } from './score-fields.ts'
import { optionsOf, planScores, type ScoreLine } from './score-plan.ts'
import {
  lockSubjects,
  restoreScores,
  scoreEditors,
  scoreStates,
  storedScore,
  storeScores,
} from './write-scores.ts'

function examOf({ on }: ImportPlace) {
  if (!on)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'exam_id', message: '必须填写' }])
  return on.exam
}

const subjectsOf = (db: Db, place: ImportPlace) =>
  subjectsToImport(db, examOf(place), optionsOf(place).subjectIds)

/** The subjects that the file of a batch has columns of. */
async function subjectsOfFile(db: Db, place: ImportPlace) {
  const columns = new Set(place.batch?.columns ?? [])
  const subjects = await importedSubjects(db, examOf(place), optionsOf(place).subjectIds)
  return subjects.filter(({ id, questions }) =>
    [totalField(id), ...questions.map((question) => itemField(question.id))].some((field) =>
      columns.has(field),
    ),
  )
}

/** Scores of an exam from a table, known by the exam number; columns are the subjects whose scores are imported. */
export const scoreRows = defineImport<ScoreLine, string>('score', {
  label: '成绩',
  permission: 'exam.manage',
  ofExam: true,
  takesGoodRows: false,
  fields: PEOPLE_FIELDS,
  fieldsAt: async (db, place) => scoreFields(await subjectsOf(db, place)),
  assertOpen: async (place, db) => assertImportable(examOf(place), await subjectsOf(db, place)),
  hints: async () => ({ classKeys: new Set(), studentNos: new Set() }),
  plan: planScores,
  async lock(db, place) {
    const subjects = await subjectsOfFile(db, place)
    const exam = await lockSubjects(
      db,
      examOf(place).id,
      subjects.map(({ id }) => id),
    )
    assertImportable(exam, await subjectsOfFile(db, place))
  },
  async write(db, place, rows) {
    const scores = rows.flatMap(({ id, line }) =>
      id === null ? [] : line.writes.map(({ subject, after }) => storedScore(id, subject, after)),
    )
    await storeScores(db, examOf(place).id, scores, {
      batchId: place.batch?.id ?? null,
      byId: place.by.userId,
      at: place.now,
    })
    return { ids: new Map(rows.flatMap(({ row, id }) => (id === null ? [] : [[row, id]]))) }
  },
  // Nobody can be taken away by a table of scores.
  remove: async () => undefined,
  async states(db, place, ids) {
    const subjects = await subjectsOfFile(db, place)
    return scoreStates(
      db,
      examOf(place).id,
      subjects.map(({ id }) => id),
      ids,
    )
  },
  async restore(db, place, rows) {
    await restoreScores(db, examOf(place).id, rows)
    return new Map()
  },
  editors: scoreEditors,
})
