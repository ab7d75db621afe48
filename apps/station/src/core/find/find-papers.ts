import { holdsText, searchWord } from '@hengjuan/domain'
import type { FoundPaper } from '../../bridge/sheet-api.ts'
import { batchCode } from '../labels/batch-label.ts'
import { type BatchRow, selectBatches } from '../store/batch.store.ts'
import type { Store } from '../store/open-store.ts'
import { selectOwners, type SheetOwner } from '../store/sheet.store.ts'

/** Letters of a batch code that are enough to mean it. */
const SHORTEST_CODE = 4
const MOST_FOUND = 50
const ALL_BATCHES = 100_000

/**
 * Where a piece of paper lies: the sheets whose exam number or name contains the text, or that belong
 * to the batch with this code, newest batch first and in the order of the stack.
 *
 * @param text as typed or as read from a label by a hand scanner
 */
export function findPapers(db: Store, text: string): { total: number; list: FoundPaper[] } {
  const wanted = text.trim()
  if (wanted === '') return { total: 0, list: [] }
  const batches = new Map(selectBatches(db, ALL_BATCHES).map((batch) => [batch.id, batch]))
  const found = selectOwners(db).filter(
    (sheet) => isOwner(sheet, wanted) || isCodeOf(sheet.batch_id, wanted),
  )
  const list = found.slice(0, MOST_FOUND).flatMap((sheet) => {
    const batch = batches.get(sheet.batch_id)
    return batch ? [describe(sheet, batch)] : []
  })
  return { total: found.length, list }
}

const isOwner = (sheet: SheetOwner, wanted: string): boolean =>
  holdsText(sheet.exam_no ?? '', wanted) || holdsText(sheet.candidate_name ?? '', wanted)

function isCodeOf(batchId: string, wanted: string): boolean {
  const plain = searchWord(wanted).toUpperCase().replaceAll('-', '')
  return plain.length >= SHORTEST_CODE && batchCode(batchId).replace('-', '').startsWith(plain)
}

const describe = (sheet: SheetOwner, batch: BatchRow): FoundPaper => ({
  sheet_id: sheet.id,
  batch_id: batch.id,
  batch_label: batch.label,
  batch_code: batchCode(batch.id),
  exam_name: batch.exam_name,
  subject_name: batch.subject_name,
  seq: sheet.seq,
  exam_no: sheet.exam_no,
  candidate_name: sheet.candidate_name,
  scanned_at: sheet.scanned_at,
  cover_id: sheet.cover_id,
})
