import type { InputOf, sheetSave } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import {
  ANSWER_SHEET_TYPES,
  type AnswerSheetType,
  AppError,
  examModeLabel,
  type OmrTemplate,
  SHEET_TYPE_RULES,
  sheetTypeOfMode,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { Binding } from './sheet-binding.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Body = InputOf<typeof sheetSave>['body']

const typeOf = ({ type }: Pick<Sheet, 'type'>): AnswerSheetType =>
  type in SHEET_TYPE_RULES ? (type as AnswerSheetType) : 1

/** Sheets whose table and pages are made here; all others came as pictures. */
export const isMadeHere = (sheet: Pick<Sheet, 'type' | 'template'>): boolean =>
  SHEET_TYPE_RULES[typeOf(sheet)].page === 'designed' || isWithoutPaper(sheet)

/** The type of a sheet that is made here. */
export const madeTypeOf = (sheet: Pick<Sheet, 'type' | 'template'>): AnswerSheetType =>
  isMadeHere(sheet) ? typeOf(sheet) : 1

/** A table of questions without a page: nothing of it is printed or scanned. */
export const isWithoutPaper = (sheet: Pick<Sheet, 'type' | 'template'>): boolean =>
  SHEET_TYPE_RULES[typeOf(sheet)].page === 'none' &&
  (JSON.parse(sheet.template) as Partial<OmrTemplate>).pages?.length === 0

/** Is somebody to give points for the answers? */
export const isMarkedHere = (sheet: Pick<Sheet, 'type'>): boolean =>
  SHEET_TYPE_RULES[typeOf(sheet)].isMarked

/** @throws AppError SHEET_NOT_PRINTED */
export function assertOnPaper(sheet: Pick<Sheet, 'type' | 'template' | 'name'>): void {
  if (isWithoutPaper(sheet))
    throw new AppError('SHEET_NOT_PRINTED', {
      name: sheet.name,
      type: ANSWER_SHEET_TYPES[typeOf(sheet)],
    })
}

/**
 * The type that a sheet is saved as: that which it has, or which the mode of its subject wants.
 *
 * @throws AppError SHEET_TYPE_MISMATCH
 */
export async function typeToSave(
  db: Db,
  known: Sheet | null,
  binding: Binding | null,
  body: Pick<Body, 'type'>,
): Promise<AnswerSheetType> {
  const asked = known ? typeOf(known) : (body.type as AnswerSheetType | undefined)
  if (!binding || known?.exam_id === binding.examId) return asked ?? 1
  const mode = await modeOf(db, binding)
  const type = asked ?? sheetTypeOfMode(mode)
  assertFits(type, mode)
  return type
}

/** @throws AppError SHEET_TYPE_MISMATCH when a subject of this mode cannot use the type */
export function assertFits(type: AnswerSheetType, mode: number): void {
  if (SHEET_TYPE_RULES[type].modes.some((one) => one === mode)) return
  throw new AppError('SHEET_TYPE_MISMATCH', {
    mode: examModeLabel(mode),
    wanted: ANSWER_SHEET_TYPES[sheetTypeOfMode(mode)],
    type: ANSWER_SHEET_TYPES[type],
  })
}

/** Mode of an exam subject. */
export async function modeOf(db: Db, { examId, subjectId }: Binding): Promise<number> {
  const row = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select('mode')
    .executeTakeFirst()
  return row?.mode ?? 1
}

/** @throws AppError INPUT_INVALID for a key of a type that the machine does not score */
export function assertKeyed(type: AnswerSheetType, keys: Body['keys']): void {
  if (SHEET_TYPE_RULES[type].hasKeys || Object.keys(keys ?? {}).length === 0) return
  throw new AppError('INPUT_INVALID').withDetails([
    { path: 'keys', message: '成绩导入的科目由表格给出分数，不设答案' },
  ])
}
