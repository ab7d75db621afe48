import type { InputOf, sheetSave } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import {
  type AnswerSheetType,
  AppError,
  type OmrTemplate,
  type SheetDesign,
} from '@hengjuan/domain'
import { templateOf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { type PlannedBlock, withPlan } from './blocks/block-plan.ts'
import { keptPlan } from './blocks/kept-plan.ts'
import { blocksOfSheet } from './blocks/stored-blocks.ts'
import { designOf, layoutOrRefuse } from './draft.ts'
import { diffDesigns } from './library/diff-designs.ts'
import { refusalsOf } from './reprint/plan-reprint.ts'
import { withEarlier } from './blocks/with-earlier.ts'
import type { Binding } from './sheet-binding.ts'
import { freeSheetCode } from './sheet-code.ts'
import { insertVersion } from './sheet-version.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Body = InputOf<typeof sheetSave>['body']

interface SavedVersion {
  id: number
  version: number
  design: SheetDesign
  template: OmrTemplate
  /** Blocks drawn by a person; null while they follow from the design. */
  plan: PlannedBlock[] | null
}

/** Saves what is not printed: name and place. */
export async function keepVersion(
  services: Services,
  db: Db,
  known: Sheet,
  body: Body,
  binding: Binding | null,
): Promise<SavedVersion> {
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

/**
 * Saves a design as a version with a printed code of its own.
 *
 * @param given.scanned sheets that are scanned by an earlier print; with any, the new one is read beside it
 * @throws AppError SHEET_DESIGN_INVALID, SHEET_REPRINT_UNSAFE
 */
export async function writeVersion(
  services: Services,
  db: Db,
  who: { schoolId: number; userId: number },
  known: Sheet | null,
  body: Body,
  given: {
    type: AnswerSheetType
    binding: Binding | null
    schoolName: string
    scanned: number
  },
): Promise<SavedVersion> {
  const { type, binding, schoolName, scanned } = given
  const now = isoNow(services.clock)
  const version = (known?.version ?? 0) + 1
  const sheetCode = await freeSheetCode(db)
  const id = known?.id ?? (await insertEmpty(db, who, body, { type, sheetCode, now }))
  const design = designOf(body.design, { id: `sheet-${id}-v${version}`, sheetCode, schoolName })
  const geometry = layoutOrRefuse(design, type)
  const printed = templateOf(geometry)
  const plan = known && keptPlan(known, design, printed)
  const template =
    known && scanned > 0
      ? besideScanned(known, design, printed, plan, scanned)
      : withPlan(printed, plan)
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
    note: body.note ?? noteOf(known, design, scanned),
    authorId: who.userId,
    at: now,
  })
  return { id, version, design, template, plan }
}

/** @throws AppError SHEET_REPRINT_UNSAFE */
function besideScanned(
  known: Sheet,
  design: SheetDesign,
  printed: OmrTemplate,
  plan: PlannedBlock[] | null,
  count: number,
): OmrTemplate {
  const refusals = refusalsOf(known, design, printed)
  const [first] = refusals
  if (first !== undefined)
    throw new AppError('SHEET_REPRINT_UNSAFE', {
      count,
      reason: refusals.length > 1 ? `${first} 等 ${refusals.length} 处` : first,
    }).withDetails(refusals.map((message) => ({ path: 'design', message })))
  return withEarlier(withPlan(printed, plan), JSON.parse(known.template) as OmrTemplate)
}

const SAID_CHANGES = 4

/** What a version changed, for those who look through the versions. */
function noteOf(known: Sheet | null, design: SheetDesign, scanned: number): string {
  if (!known || known.version === 0) return '新建'
  const changes = diffDesigns(JSON.parse(known.design) as SheetDesign, design)
  const said = changes.slice(0, SAID_CHANGES).map(({ kind, what }) => `${KINDS[kind]}${what}`)
  const rest = changes.length > SAID_CHANGES ? ` 等 ${changes.length} 处` : ''
  const before = scanned > 0 ? `已扫描 ${scanned} 张后改版：` : ''
  return `${before}${said.join('、')}${rest}`
}
const KINDS = { added: '增加', removed: '删除', changed: '修改' } as const

/** The row comes first because the printed id contains its number. */
async function insertEmpty(
  db: Db,
  who: { schoolId: number; userId: number },
  body: Body,
  { type, sheetCode, now }: { type: AnswerSheetType; sheetCode: number; now: string },
): Promise<number> {
  const { id } = await db
    .insertInto('answer_sheet')
    .values({
      school_id: who.schoolId,
      exam_id: null,
      subject_id: body.subject_id ?? null,
      type,
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
