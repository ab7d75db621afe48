import type { InputOf, sheetSave } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import { AppError, SHEET_TYPE_RULES, type SheetDesign } from '@hengjuan/domain'
import { fullMarkOf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import type { Services } from '../../services.ts'
import { setKeys } from './answer-keys.ts'
import { markingBlocks } from './blocks/block-plan.ts'
import { draftOf } from './draft.ts'
import { assertNotReleased, type Binding, bindingOf, countScanned } from './sheet-binding.ts'
import { assertUnlocked, assertVersion } from './sheet-state.ts'
import { assertKeyed, isMadeHere, typeToSave } from './sheet-type.ts'
import { freeSheets, syncStructure } from './sync-structure.ts'
import { keepVersion, writeVersion } from './write-version.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Body = InputOf<typeof sheetSave>['body']

/**
 * Saves a design as a new sheet or as the next version of one, and makes the exam subject that it is
 * bound to follow.
 *
 * Each version has a printed code of its own, so that a copy of an earlier version is recognised as
 * another sheet and never read with the wrong coordinates. Where sheets are scanned already, a change of
 * the layout alone is a version that is read beside the earlier prints; what is scanned stays as it is. A
 * design that did not change stays the version that it is; then only name and keys are saved, whatever is
 * locked or scanned.
 *
 * @throws AppError SHEET_LOCKED, SHEET_IN_USE, SHEET_REPRINT_UNSAFE, SHEET_DESIGN_INVALID,
 *   SHEET_NOT_DESIGNED, SHEET_TYPE_MISMATCH, VERSION_CONFLICT, EXAM_PUBLISHED, ANSWER_KEY_INVALID, PARTIAL_SCORE_INVALID
 * @source domain rules 5.4
 */
export async function saveSheet(
  services: Services,
  db: Db,
  who: { schoolId: number; userId: number },
  known: Sheet | null,
  body: Body,
) {
  const binding = await bindingOf(db, known, body)
  const type = await typeToSave(db, known, binding, body)
  assertKeyed(type, body.keys)
  const { name: schoolName } = await db
    .selectFrom('school')
    .where('id', '=', who.schoolId)
    .select('name')
    .executeTakeFirstOrThrow()
  const before = known && (JSON.parse(known.design) as SheetDesign)
  const unchanged =
    before !== null && sameDraft(before, body.design) && before.schoolName === schoolName
  const rebinds = binding !== null && known?.exam_id !== binding.examId
  const isEdited = !unchanged || rebinds
  if (known && !unchanged && !isMadeHere(known))
    throw new AppError('SHEET_NOT_DESIGNED', { name: known.name })
  const scanned = isEdited ? await assertEditable(db, known, binding, body) : 0
  const saved =
    known && unchanged
      ? await keepVersion(services, db, known, body, binding)
      : await writeVersion(services, db, who, known, body, { type, binding, schoolName, scanned })
  // Beside scanned sheets the questions and blocks are those that they were.
  if (binding && isEdited && scanned === 0) {
    await freeSheets(db, binding, saved.id)
    const { isMarked } = SHEET_TYPE_RULES[type]
    const blocks = isMarked ? markingBlocks(saved.design, saved.plan) : []
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
    kept_scanned: scanned,
  }
}

/**
 * @returns sheets that are scanned, which the person knows to stay as they are
 * @throws AppError SHEET_LOCKED, VERSION_CONFLICT, SHEET_IN_USE, PAD_RELEASED
 */
async function assertEditable(
  db: Db,
  known: Sheet | null,
  binding: Binding | null,
  { version, keep_scanned }: Body,
): Promise<number> {
  if (known) {
    await assertUnlocked(db, known)
    assertVersion(known, version)
  }
  if (!binding) return 0
  await assertNotReleased(db, binding)
  const count = await countScanned(db, binding)
  const isOwn = known?.exam_id === binding.examId
  if (count > 0 && !(isOwn && keep_scanned)) throw new AppError('SHEET_IN_USE', { count })
  return count
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
