import { type Db, isOneOf } from '@hengjuan/db'
import type { SheetDesign } from '@hengjuan/domain'

interface Place {
  examId: number
  subjectId: number
}

/** The question table of a subject as it is designed; null before there is one. */
export async function findDesign(
  db: Db,
  { examId, subjectId }: Place,
): Promise<SheetDesign | null> {
  const row = await db
    .selectFrom('exam_subject')
    .innerJoin('answer_sheet', 'answer_sheet.id', 'exam_subject.sheet_id')
    .where('exam_subject.exam_id', '=', examId)
    .where('exam_subject.subject_id', '=', subjectId)
    .select('answer_sheet.design')
    .executeTakeFirst()
  return row ? (JSON.parse(row.design) as SheetDesign) : null
}

/** Which of these pictures the school of an exam put into texts of questions: a table may name any. */
export async function selectPictures(db: Db, schoolId: number, hashes: readonly string[]) {
  if (hashes.length === 0) return []
  return db
    .selectFrom('pad_picture')
    .innerJoin('image', 'image.hash', 'pad_picture.hash')
    .where('pad_picture.school_id', '=', schoolId)
    .where(isOneOf(db, 'pad_picture.hash', hashes))
    .select(['image.hash', 'image.width_px', 'image.height_px'])
    .execute()
}

/** Hashes of all pictures of a table. */
export const picturesOf = (design: SheetDesign | null): string[] =>
  design?.sections.flatMap(({ questions }) => questions.flatMap(({ pictures = [] }) => pictures)) ??
  []

/** Questions of a table of which candidates would see no more than the number. */
export async function countUntold(db: Db, place: Place): Promise<number> {
  const design = await findDesign(db, place)
  const questions = design?.sections.flatMap((section) => section.questions) ?? []
  return questions.filter(({ stem, pictures }) => !stem?.trim() && !pictures?.length).length
}
