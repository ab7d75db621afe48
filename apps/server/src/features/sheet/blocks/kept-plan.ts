import type { Tables } from '@hengjuan/db'
import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type PlannedBlock, sameAreas } from './block-plan.ts'
import { checkPlan } from './check-plan.ts'
import { blocksOfSheet } from './stored-blocks.ts'

/** Blocks drawn by a person hold as long as the answer areas under them stay where they are. */
export function keptPlan(
  known: Selectable<Tables['answer_sheet']>,
  design: SheetDesign,
  printed: OmrTemplate,
): PlannedBlock[] | null {
  const before = blocksOfSheet(known)
  if (!before.own) return null
  const stays = sameAreas(before.printed, printed)
  const fits = checkPlan(design, printed, before.own).every(({ blocking }) => !blocking)
  return stays && fits ? before.own : null
}
