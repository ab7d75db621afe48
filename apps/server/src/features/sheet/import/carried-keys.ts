import type { Db } from '@hengjuan/db'
import { isObjectiveType, type SheetDesign, type SheetQuestion } from '@hengjuan/domain'
import type { Binding } from '../sheet-binding.ts'
import { selectQuestionsWithKeys } from '../sheet.query.ts'

/** An answer key of the exam subject, set for a question of the sheet that is to be replaced. */
interface EarlierKey {
  no: string
  type: number
  optionCount: number
  answer: string[]
}

/**
 * Answer keys that a question of the same number would inherit when this sheet takes the place of another;
 * none where the subject has no other sheet.
 */
export async function earlierKeys(
  db: Db,
  binding: Binding | null,
  sheetId: number,
): Promise<EarlierKey[]> {
  if (!binding) return []
  const subject = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', binding.examId)
    .where('subject_id', '=', binding.subjectId)
    .select('sheet_id')
    .executeTakeFirst()
  if (subject?.sheet_id == null || subject.sheet_id === sheetId) return []
  const questions = await selectQuestionsWithKeys(db, binding.examId, binding.subjectId)
  return questions.flatMap(({ no, type, option_count, key }) =>
    key
      ? [{ no, type, optionCount: option_count ?? 0, answer: JSON.parse(key.answer) as string[] }]
      : [],
  )
}

/**
 * Removes the keys that do not pass on to the new sheet's questions: as the person said, and without a word
 * wherever type or number of options differ, since a letter then means something else.
 *
 * @param wish question number to whether its key stays
 */
export async function dropKeys(
  db: Db,
  binding: Binding,
  earlier: readonly EarlierKey[],
  design: SheetDesign,
  wish: Readonly<Record<string, boolean>>,
): Promise<void> {
  const questions = new Map(
    design.sections.flatMap((section) => section.questions.map((q) => [q.no, q] as const)),
  )
  const gone = earlier.filter((key) => {
    const question = questions.get(key.no)
    return !(wish[key.no] ?? isSameQuestion(key, question))
  })
  if (gone.length === 0) return
  const ids = db
    .selectFrom('question')
    .where('exam_id', '=', binding.examId)
    .where('subject_id', '=', binding.subjectId)
    .where(
      'no',
      'in',
      gone.map(({ no }) => no),
    )
    .select('id')
  await db.deleteFrom('answer_key').where('question_id', 'in', ids).execute()
}

const isSameQuestion = (key: EarlierKey, question: SheetQuestion | undefined): boolean =>
  question !== undefined &&
  isObjectiveType(question.type) &&
  question.type === key.type &&
  question.optionCount === key.optionCount
