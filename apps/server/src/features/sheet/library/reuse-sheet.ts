import type { InputOf, sheetReuse } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import {
  type AnswerSheetType,
  AppError,
  examModeLabel,
  SHEET_TYPE_RULES,
  type SheetDesign,
  sheetTypeOfMode,
  subjectName,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { wireRule } from '../keys/describe-questions.ts'
import { bindQuestions } from '../blocks/bind-questions.ts'
import { sameAreas } from '../blocks/block-plan.ts'
import { blocksOfSheet } from '../blocks/stored-blocks.ts'
import { draftOf } from '../draft.ts'
import { saveSheet } from '../save-sheet.ts'
import { countScannedSheets } from '../scan-count.query.ts'
import { selectQuestionsWithKeys } from '../sheet.query.ts'
import { userName } from '../sheet-state.ts'
import { assertFits, isMadeHere, madeTypeOf, modeOf } from '../sheet-type.ts'
import type { KeyRule } from '../../scoring/index.ts'
import { type Change, diffDesigns } from './diff-designs.ts'
import { copyImported } from './copy-imported.ts'
import { findVersion } from './versions.query.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Exam = Selectable<Tables['exam']>
type Body = InputOf<typeof sheetReuse>['body']

interface Reused {
  sheet_id: number | null
  replaces: { sheet_id: number; name: string; version: number } | null
  changes: Change[]
  refusal: string | null
  keys: number
}

/**
 * Copies a sheet into an exam subject, or into the library; or only compares it with what is there.
 * Title, subject and digits of the number become those of the exam.
 *
 * @throws AppError NOT_FOUND (version), SHEET_TYPE_MISMATCH, and what saving a sheet throws
 */
export async function reuseSheet(
  services: Services,
  db: Db,
  who: { schoolId: number; userId: number },
  source: Sheet,
  exam: Exam | null,
  body: Body,
): Promise<Reused> {
  const version = body.version ?? source.version
  const row = version === source.version ? source : await findVersion(db, source.id, version)
  if (!row) throw new AppError('NOT_FOUND', { what: `第 ${version} 版` })
  const design = JSON.parse(row.design) as SheetDesign
  const target = exam && body.subject_id ? { exam, subjectId: body.subject_id } : null
  if (exam && !target)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'subject_id', message: '请选择科目' }])
  const draft = target ? await adaptedTo(db, target, source, design) : draftOf(design)
  const present = target && (await findBound(db, target.exam.id, target.subjectId))
  const mode = target && (await modeOf(db, { ...target, examId: target.exam.id }))
  // A table that is made here serves any mode; what came as a picture stays a picture.
  const type = mode === null ? madeTypeOf(source) : sheetTypeOfMode(mode)
  const takesKeys = body.with_keys && SHEET_TYPE_RULES[type].hasKeys
  const keys = takesKeys ? await keysOf(db, source) : { keys: {}, rules: {} }
  const found: Reused = {
    sheet_id: null,
    replaces: present && {
      sheet_id: present.id,
      name: present.name,
      version: present.version,
    },
    changes: diffDesigns(
      present ? (JSON.parse(present.design) as SheetDesign) : design,
      draft as SheetDesign,
    ),
    refusal: target && (unfit(source, mode ?? 1) ?? (await refusalOf(db, target, present))),
    keys: Object.keys(keys.keys).length,
  }
  if (body.preview) return found
  if (mode !== null && unfit(source, mode) !== null)
    assertFits(source.type as AnswerSheetType, mode)

  const name = body.name ?? (target ? `${draft.title} ${draft.subjectName}` : `${source.name} 副本`)
  const common = {
    name: name.slice(0, 60),
    subject_id: target?.subjectId ?? source.subject_id ?? undefined,
    note: `复用自「${source.name}」第 ${version} 版`.slice(0, 200),
  }
  const { sheet_id } = isMadeHere(source)
    ? await saveSheet(services, db, who, null, {
        ...withoutAbsent(common),
        type,
        design: draft,
        ...(target ? { exam_id: target.exam.id, ...keys } : {}),
      })
    : await copyImported(services, db, who, source, target, common)
  await db
    .updateTable('answer_sheet')
    .set({
      source_id: source.id,
      source_version: version,
      grade_id: target?.exam.grade_id ?? (await gradeOf(db, source)),
      knowledge: source.knowledge,
      updated_at: isoNow(services.clock),
    })
    .where('id', '=', sheet_id)
    .execute()
  await takeBlocksAlong(services, db, who, source, sheet_id)
  return { ...found, sheet_id }
}

/** Why a picture of a sheet cannot serve a subject; null when it can, as every table that is made here. */
function unfit(source: Sheet, mode: number): string | null {
  const rules = SHEET_TYPE_RULES[source.type as AnswerSheetType]
  if (isMadeHere(source) || !rules || rules.modes.some((one) => one === mode)) return null
  return `这个科目是${examModeLabel(mode)}，不能用导入的纸质答题卡`
}

async function gradeOf(db: Db, source: Sheet): Promise<number | null> {
  if (source.exam_id === null) return source.grade_id
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', source.exam_id)
    .select('grade_id')
    .executeTakeFirst()
  return exam?.grade_id ?? source.grade_id
}

/** Blocks that a person drew go along where the answer areas lie as they did. */
async function takeBlocksAlong(
  services: Services,
  db: Db,
  who: { userId: number },
  source: Sheet,
  sheetId: number,
): Promise<void> {
  const from = blocksOfSheet(source)
  const copy = await db
    .selectFrom('answer_sheet')
    .selectAll()
    .where('id', '=', sheetId)
    .executeTakeFirstOrThrow()
  if (!from.own || copy.block_plan !== null) return
  if (sameAreas(from.printed, blocksOfSheet(copy).printed))
    await bindQuestions(services, db, who, copy, { sheet_id: sheetId, blocks: from.own })
}

function withoutAbsent<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

interface Target {
  exam: Exam
  subjectId: number
}

async function adaptedTo(db: Db, { exam, subjectId }: Target, source: Sheet, design: SheetDesign) {
  const subject = await db
    .selectFrom('subject')
    .where('id', '=', subjectId)
    .select('name')
    .executeTakeFirst()
  const candidate = await db
    .selectFrom('candidate')
    .where('exam_id', '=', exam.id)
    .select('exam_no')
    .orderBy('id')
    .executeTakeFirst()
  const sameSubject = source.subject_id === subjectId
  return {
    ...draftOf(design),
    title: exam.name.slice(0, 60),
    subjectName: sameSubject
      ? design.subjectName
      : subjectName(subjectId, exam.grade_id, { [subjectId]: subject?.name ?? '' }),
    examNoDigits: candidate?.exam_no.length ?? design.examNoDigits,
  }
}

const findBound = async (db: Db, examId: number, subjectId: number) =>
  (await db
    .selectFrom('exam_subject')
    .innerJoin('answer_sheet', 'answer_sheet.id', 'exam_subject.sheet_id')
    .where('exam_subject.exam_id', '=', examId)
    .where('exam_subject.subject_id', '=', subjectId)
    .select([
      'answer_sheet.id',
      'answer_sheet.name',
      'answer_sheet.version',
      'answer_sheet.design',
      'answer_sheet.locked_by',
    ])
    .executeTakeFirst()) ?? null

async function refusalOf(
  db: Db,
  { exam, subjectId }: Target,
  present: { locked_by: number | null } | null,
): Promise<string | null> {
  if (exam.published_snapshot_id !== null) return '这场考试的成绩已经发布，请先撤回发布'
  const count = await countScannedSheets(db, { examId: exam.id, subjectIds: [subjectId] })
  if (count > 0) return `这个科目已有 ${count} 张扫描件，不能换答题卡；请先清空扫描`
  if (present?.locked_by != null)
    return `这个科目现在的答题卡由 ${await userName(db, present.locked_by)} 锁定，请先解锁`
  return null
}

/** Keys and rules of the exam that the source is bound to; none of a sheet without an exam. */
async function keysOf(db: Db, source: Sheet) {
  const keys: Record<string, string[]> = {}
  const rules: Record<string, ReturnType<typeof wireRule>> = {}
  if (source.exam_id === null || source.subject_id === null) return { keys, rules }
  for (const { no, key } of await selectQuestionsWithKeys(db, source.exam_id, source.subject_id)) {
    const answer = key ? (JSON.parse(key.answer) as string[]) : []
    if (!key || answer.length === 0) continue
    keys[no] = answer
    rules[no] = wireRule((JSON.parse(key.rule) as KeyRule).scoring)
  }
  return { keys, rules }
}
