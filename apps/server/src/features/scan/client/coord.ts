import { pageTarget } from '../judge/pages.ts'
import type { Decider } from '../decide.ts'
import { type ClickedAnchor, rereadPage } from '../relocate-page.ts'
import { insertReread, storeCrops } from '../store-reread.ts'
import { type Action, type ActionReply, once, takeAction } from './action.ts'
import { requireActionSheet } from './action-sheet.ts'

/** Where a person says that a page lies. */
interface Located {
  sheetId: string
  pageSeq: number
  page: number
  anchors: readonly ClickedAnchor[]
}

/**
 * Reads a page again by the anchors that an operator pointed out.
 *
 * @throws AppError SCAN_RELOCATE_FAILED, SCAN_IMAGE_INVALID and what `takeAction` does
 */
export const locatePage = (who: Decider, action: Action, given: Located): Promise<ActionReply> =>
  once(who, action, async () => {
    const { services } = who
    const { sheetId, pageSeq, page, anchors } = given
    await requireActionSheet(services.db, who, sheetId)
    const { examId, subjectId } = who
    const at = { examId, subjectId, sheetId, pageSeq }
    // Reading takes a while: outside the transaction.
    const reread = await rereadPage(services, { ...at, page, anchors })
    const stored = await storeCrops(services, reread.crops)
    return takeAction(who, action, async (db) => {
      const run = await insertReread(db, services, at, reread, stored)
      return [{ kind: 'locate', target: pageTarget(pageSeq), sheetId, value: { run } }]
    })
  })
