import type { StationContext } from '../context.ts'
import type { Finding } from '../store/sheet-notes.ts'
import { findSheetWithUpload } from '../store/sheet.store.ts'
import { selectSheetActions } from '../store/action.store.ts'
import { liveActions } from './live-actions.ts'
import { findMachineView, selectClaimants, updateSheetNow } from './reviewed-sheet.store.ts'
import { type EffectiveSheet, effectiveSheet, type Roster } from './effective-sheet.ts'
import type { LoadedSheet } from './load-sheet.ts'

/** A sheet with everything applied that was decided about it until now. */
export function reviewedSheet(
  { db }: StationContext,
  { scanned, batch, subjectId }: LoadedSheet,
  roster: Roster | null,
): EffectiveSheet {
  const live = liveActions(selectSheetActions(db, scanned.id))
  const repeatOf = (examNo: string | null): Finding | null => {
    if (examNo === null || !/^\d+$/.test(examNo)) return null
    const claimants = selectClaimants(db, { exam_id: batch.exam_id, subject_id: subjectId }, examNo)
    const earlier = claimants.find(({ id }) => id < scanned.id)
    if (!earlier) return null
    const where = earlier.batch_id === batch.id ? '' : `批次「${earlier.batch_label}」`
    return {
      category: 'duplicate',
      message: `考号 ${examNo} 在本站已有一张（${where}第 ${earlier.seq} 张），请核对是否重复扫描或填错考号`,
      page_seq: null,
      field_id: null,
    }
  }
  return effectiveSheet(scanned, live, roster, repeatOf)
}

/** Writes down what a sheet is taken for now, keeping what the machine took it for. */
export function storeReviewed(
  { db }: StationContext,
  { scanned }: LoadedSheet,
  now: EffectiveSheet,
): void {
  const row = findSheetWithUpload(db, scanned.id)
  if (!row) return
  const isTouched = selectSheetActions(db, scanned.id).length > 0
  const kept = findMachineView(db, scanned.id)
  const { exam_no, candidate_name, findings } = row
  const machine = kept ?? { exam_no, candidate_name, findings }
  const open = now.findings.filter(({ by }) => by === null).map(toFinding)
  updateSheetNow(
    db,
    scanned.id,
    {
      exam_no: now.examNo,
      candidate_name: now.candidateName,
      findings: JSON.stringify(open),
      voided: now.voided,
    },
    isTouched || kept ? { ...machine, items: now.findings } : null,
  )
}

const toFinding = ({ category, message, page_seq, field_id }: Finding): Finding => ({
  category,
  message,
  page_seq,
  field_id,
})
