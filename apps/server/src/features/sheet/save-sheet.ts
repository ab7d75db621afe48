import { randomInt } from 'node:crypto'
import type { InputOf, sheetSave } from '@hengjuan/contracts'
import { type Db, lockRows, type Tables } from '@hengjuan/db'
import { AppError, type OmrTemplate, type SheetDesign } from '@hengjuan/domain'
import { fullMarkOf, templateOf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { setKeys } from './answer-keys.ts'
import { markingBlocks, type PlannedBlock, sameAreas, withPlan } from './blocks/block-plan.ts'
import { checkPlan } from './blocks/check-plan.ts'
import { blocksOfSheet } from './blocks/stored-blocks.ts'
import { designOf, draftOf, layoutOrRefuse } from './draft.ts'
import { diffDesigns } from './library/diff-designs.ts'
import { countScannedSheets } from './scan-count.query.ts'
import { assertUnlocked, assertVersion } from './sheet-state.ts'
import { insertVersion } from './sheet-version.ts'
import { freeSheets, syncStructure } from './sync-structure.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Body = InputOf<typeof sheetSave>['body']

const SHEET_CODES = 65_536

/**
 * Saves a design as a new sheet or as the next version of one, and makes the exam subject that it is
 * bound to follow.
 *
 * Each version has a printed code of its own, so that a copy of an earlier version is recognised as
 * another sheet and never read with the wrong coordinates. A design that did not change stays the
 * version that it is; then only name and keys are saved, whatever is locked or scanned.
 *
 * @throws AppError SHEET_LOCKED, SHEET_IN_USE, SHEET_DESIGN_INVALID, VERSION_CONFLICT, EXAM_PUBLISHED,
 *   ANSWER_KEY_INVALID, PARTIAL_SCORE_INVALID
 */
export async function saveSheet(
  services: Services,
  db: Db,
  who: { schoolId: number; userId: number },
  known: Sheet | null,
  body: Body,
) {
  const binding = await bindingOf(db, known, body)
  const { name: schoolName } = await db
    .selectFrom('school')
    .where('id', '=', who.schoolId)
    .select('name')
    .executeTakeFirstOrThrow()
  const before = known && (JSON.parse(known.design) as SheetDesign)
  const unchanged =
    before !== null && sameDraft(before, body.design) && before.schoolName === schoolName
  const rebinds = binding !== null && known?.exam_id !== binding.examId
  if (!unchanged || rebinds) await assertEditable(db, known, binding, body.version)
  const saved =
    known && unchanged
      ? await keepVersion(services, db, known, body, binding)
      : await writeVersion(services, db, who, known, body, binding, schoolName)
  if (binding && (!unchanged || rebinds)) {
    await freeSheets(db, binding, saved.id)
    const blocks = markingBlocks(saved.design, saved.plan)
    await syncStructure(db, { ...binding, sheet: { id: saved.id, design: saved.design, blocks } })
  }
  const keysCreated =
    binding && body.keys
      ? await setKeys(services, db, { ...binding, authorId: who.userId }, body.keys, body.rules)
      : 0
  return {
    sheet_id: saved.id,
    version: saved.version,
    sheet_code: saved.design.sheetCode,
    template_id: saved.design.id,
    full_milli: fullMarkOf(saved.design),
    page_count: saved.template.pages.length,
    keys_created: keysCreated,
    blocks_reset: known !== null && known.block_plan !== null && saved.plan === null,
  }
}

interface Binding {
  examId: number
  subjectId: number
}

interface Saved {
  id: number
  version: number
  design: SheetDesign
  template: OmrTemplate
  /** Blocks drawn by a person; null while they follow from the design. */
  plan: PlannedBlock[] | null
}

/** The exam subject that the sheet will serve, locked against a scan that arrives meanwhile. */
async function bindingOf(db: Db, known: Sheet | null, body: Body): Promise<Binding | null> {
  const examId = body.exam_id ?? known?.exam_id
  const subjectId = body.subject_id ?? known?.subject_id
  if (!examId) return null
  if (!subjectId)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'subject_id', message: '请选择科目' }])
  const moved =
    known?.exam_id != null && (known.exam_id !== examId || known.subject_id !== subjectId)
  if (moved)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'exam_id', message: '这份答题卡属于另一科目，请另存为新的答题卡' },
    ])
  await lockUnpublished(db, { examId, subjectId })
  return { examId, subjectId }
}

/**
 * The subject's sheet may be replaced by another.
 *
 * @throws AppError EXAM_PUBLISHED, SHEET_IN_USE
 */
export async function assertReplaceable(db: Db, binding: Binding): Promise<void> {
  await lockUnpublished(db, binding)
  const { examId, subjectId } = binding
  const count = await countScannedSheets(db, { examId, subjectIds: [subjectId] })
  if (count > 0) throw new AppError('SHEET_IN_USE', { count })
}

async function lockUnpublished(db: Db, { examId, subjectId }: Binding): Promise<void> {
  const exam = await lockRows(
    db,
    db.selectFrom('exam').where('id', '=', examId).select('published_snapshot_id'),
  ).executeTakeFirstOrThrow()
  if (exam.published_snapshot_id !== null)
    throw new AppError('EXAM_PUBLISHED', { action: '修改答题卡' })
  // The station's uploads hold this row: no sheet arrives while the layout changes.
  await lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .select('status'),
  ).execute()
}

async function assertEditable(
  db: Db,
  known: Sheet | null,
  binding: Binding | null,
  version: number | undefined,
): Promise<void> {
  if (known) {
    await assertUnlocked(db, known)
    assertVersion(known, version)
  }
  if (!binding) return
  const count = await countScannedSheets(db, {
    examId: binding.examId,
    subjectIds: [binding.subjectId],
  })
  if (count > 0) throw new AppError('SHEET_IN_USE', { count })
}

async function keepVersion(
  services: Services,
  db: Db,
  known: Sheet,
  body: Body,
  binding: Binding | null,
): Promise<Saved> {
  await db
    .updateTable('answer_sheet')
    .set({
      name: body.name ?? known.name,
      exam_id: binding?.examId ?? known.exam_id,
      subject_id: binding?.subjectId ?? body.subject_id ?? known.subject_id,
      updated_at: isoNow(services.clock),
    })
    .where('id', '=', known.id)
    .execute()
  return {
    id: known.id,
    version: known.version,
    design: JSON.parse(known.design) as SheetDesign,
    template: JSON.parse(known.template) as OmrTemplate,
    plan: blocksOfSheet(known).own,
  }
}

async function writeVersion(
  services: Services,
  db: Db,
  who: { schoolId: number; userId: number },
  known: Sheet | null,
  body: Body,
  binding: Binding | null,
  schoolName: string,
): Promise<Saved> {
  const now = isoNow(services.clock)
  const version = (known?.version ?? 0) + 1
  const sheetCode = await freeSheetCode(db)
  const id = known?.id ?? (await insertEmpty(db, who, body, sheetCode, now))
  const design = designOf(body.design, { id: `sheet-${id}-v${version}`, sheetCode, schoolName })
  const geometry = layoutOrRefuse(design)
  const printed = templateOf(geometry)
  const plan = known && keptPlan(known, design, printed)
  const template = withPlan(printed, plan)
  const blockPlan = plan && JSON.stringify(plan)
  const storedDesign = JSON.stringify(design)
  await db
    .updateTable('answer_sheet')
    .set({
      name: body.name ?? known?.name ?? `${design.title} ${design.subjectName}`,
      exam_id: binding?.examId ?? null,
      subject_id: binding?.subjectId ?? body.subject_id ?? known?.subject_id ?? null,
      version,
      sheet_code: sheetCode,
      design: storedDesign,
      geometry: JSON.stringify(geometry),
      template: JSON.stringify(template),
      block_plan: blockPlan,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await insertVersion(db, {
    sheetId: id,
    version,
    design: storedDesign,
    blockPlan,
    note: body.note ?? noteOf(known, design),
    authorId: who.userId,
    at: now,
  })
  return { id, version, design, template, plan }
}

/** Blocks drawn by a person hold as long as the answer areas under them stay where they are. */
function keptPlan(known: Sheet, design: SheetDesign, printed: OmrTemplate): PlannedBlock[] | null {
  const before = blocksOfSheet(known)
  if (!before.own) return null
  const stays = sameAreas(before.printed, printed)
  const fits = checkPlan(design, printed, before.own).every(({ blocking }) => !blocking)
  return stays && fits ? before.own : null
}

const SAID_CHANGES = 4

/** What a version changed, for those who look through the versions. */
function noteOf(known: Sheet | null, design: SheetDesign): string {
  if (!known || known.version === 0) return '新建'
  const changes = diffDesigns(JSON.parse(known.design) as SheetDesign, design)
  if (changes.length === 0) return ''
  const said = changes.slice(0, SAID_CHANGES).map(({ kind, what }) => `${KINDS[kind]}${what}`)
  return `${said.join('、')}${changes.length > SAID_CHANGES ? ` 等 ${changes.length} 处` : ''}`
}
const KINDS = { added: '增加', removed: '删除', changed: '修改' } as const

/** The row comes first because the printed id contains its number. */
async function insertEmpty(
  db: Db,
  who: { schoolId: number; userId: number },
  body: Body,
  sheetCode: number,
  now: string,
): Promise<number> {
  const { id } = await db
    .insertInto('answer_sheet')
    .values({
      school_id: who.schoolId,
      exam_id: null,
      subject_id: body.subject_id ?? null,
      type: 1,
      name: body.name ?? body.design.title,
      version: 0,
      sheet_code: sheetCode,
      share_type: 0,
      design: '{}',
      geometry: '{}',
      template: '{}',
      created_by: who.userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A printed code that no sheet has; 0 is left to sheets that are not ours. */
export async function freeSheetCode(db: Db): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const code = randomInt(1, SHEET_CODES)
    const taken = await db
      .selectFrom('answer_sheet')
      .where('sheet_code', '=', code)
      .select('id')
      .executeTakeFirst()
    if (!taken) return code
  }
  throw new AppError('SERVICE_BUSY', { seconds: 5 })
}

/** Compares as stored: the order of keys does not count. */
const sameDraft = (design: SheetDesign, draft: Body['design']): boolean =>
  canonical(draftOf(design)) === canonical(draft)

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
