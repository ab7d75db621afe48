import type { FieldReading } from '@hengjuan/domain'
import { pageRead } from '@hengjuan/omr'
import type { PersonOfExam, ReviewItem, ReviewSheet } from '@hengjuan/scan-review'
import type { SentAction } from '../store/action.store.ts'
import { undoOf } from './live-actions.ts'
import { boxOf, fieldQuad, pagePath, piecePath, quadOf, sizeOf } from './describe-piece.ts'
import type { EffectivePage, EffectiveSheet } from './effective-sheet.ts'
import type { LoadedSheet } from './load-sheet.ts'
import { printedValues, questionOf } from './resolve-decision.ts'
import type { ReviewEntry } from './review-items.ts'

/** An entry as the list shows it; with what the machine saw of a choice where the sheet is given. */
export function describeEntry(
  entry: ReviewEntry,
  of: { batchLabel: string; person: PersonOfExam | undefined },
  loaded?: { sheet: LoadedSheet; now: EffectiveSheet },
): ReviewItem {
  const { sheet, finding, handledBy } = entry
  const choice =
    finding.category === 'choice' && loaded
      ? describeChoice(loaded.sheet, loaded.now, finding.target)
      : null
  return {
    exception_id: entry.id,
    category: finding.category,
    target: finding.target,
    state: finding.by === null ? 'open' : 'handled',
    sheet_id: sheet.id,
    batch_label: of.batchLabel,
    seq: sheet.seq,
    machine_exam_no: sheet.exam_no,
    candidate_id: of.person?.candidate_id ?? null,
    candidate_name: sheet.candidate_name,
    class_name: of.person?.class_name ?? null,
    reason: finding.message,
    confidence: choice?.reading.confidence ?? 0,
    created_at: sheet.scanned_at,
    handled_at: handledBy?.at ?? null,
    handled_by_name: handledBy?.name ?? null,
    decision_id: finding.by,
    choice,
    // Marks on paper are typed on the portal, where the block is known.
    score: null,
  }
}

function describeChoice(
  { template }: LoadedSheet,
  now: EffectiveSheet,
  target: string,
): ReviewItem['choice'] {
  const planned = template.pages.flatMap(({ fields }) => fields).find(({ id }) => id === target)
  for (const page of now.pages) {
    const field = page.reading.fields.find(({ id }) => id === target)
    if (!field || !planned || page.isIgnored) continue
    const quad = fieldQuad(page.reading, field, 3)
    return {
      question_no: questionOf(target),
      multiple: planned.multiple,
      options: printedValues(planned),
      reading: field,
      answer: now.answers.get(target)?.values ?? field.values,
      strip_url: piecePath(page, quad),
      strip_box: boxOf(quad, sizeOf(page.reading)),
    }
  }
  return null
}

/** A sheet in full, as the shared components show it. */
export function describeReviewSheet(
  { row, batch, subjectId, template }: LoadedSheet,
  now: EffectiveSheet,
  of: { station: string; account: string; person: PersonOfExam | undefined; actions: SentAction[] },
): ReviewSheet {
  const used = now.pages.filter(({ isIgnored }) => !isIgnored)
  const fields = used.flatMap(({ reading }) => reading.fields)
  const choices = fields.filter(({ kind }) => kind === 'choice')
  const areas = used
    .flatMap(({ reading }) => reading.regions)
    .filter(({ blockKey }) => blockKey !== null)
  return {
    sheet_id: row.id,
    exam_id: batch.exam_id,
    subject_id: subjectId,
    batch_id: batch.id,
    batch_label: batch.label,
    station: of.station,
    seq: row.seq,
    state: now.voided === null ? 'active' : 'void',
    void_reason: now.voided,
    received_at: row.scanned_at,
    machine_exam_no: row.exam_no,
    identity_source: sourceOf(now, used),
    candidate: of.person ?? null,
    pages: now.pages.map(describePage),
    identity: describeIdentity(used, template),
    absent_box: boxState(fields.filter(({ kind }) => kind === 'absent')),
    ink_ratio: Math.min(1, Math.max(0, ...areas.map(({ inkRatio }) => inkRatio))),
    answered: choices.filter(({ values, state }) => values.length > 0 || state === 'faint').length,
    answers_confirmed: now.answers.size,
    answers_total: choices.length,
    open: [...new Set(now.findings.flatMap(({ by, category }) => (by === null ? [category] : [])))],
    decisions: describeHistory(of.actions, of),
  }
}

const describePage = ({
  seq,
  imageId,
  reading,
  isIgnored,
}: EffectivePage): ReviewSheet['pages'][number] => ({
  seq,
  page: isIgnored ? null : reading.page,
  url: pagePath(imageId),
  width_px: reading.widthPx,
  height_px: reading.heightPx,
  status: reading.status,
  ignored: isIgnored,
  rotation: reading.registration?.rotation ?? 0,
  residual_mm: reading.registration?.residualMm ?? null,
  issues: reading.issues.map(({ message }) => message),
  // A station knows nothing of what was found while marking.
  is_masked: false,
  is_blank: reading.quality.blank,
})

function describeIdentity(
  pages: readonly EffectivePage[],
  template: LoadedSheet['template'],
): ReviewSheet['identity'] {
  for (const page of pages) {
    const { reading } = page
    const planned = pageRead(template, reading)
    const field = reading.fields.find(({ kind }) => kind === 'examNo')
    const code = planned?.barcodes.find(({ purpose }) => purpose === 'examNo')
    const name = planned?.regions.find(({ purpose }) => purpose === 'name')
    if (!field && !code) continue
    return {
      barcode: reading.barcodes.find(({ purpose }) => purpose === 'examNo')?.text ?? null,
      bubbles: field ? digitsOf(field) : null,
      barcode_url: code ? piecePath(page, quadOf(reading, code), 8) : null,
      bubbles_url: field ? piecePath(page, fieldQuad(reading, field)) : null,
      name_url: name ? piecePath(page, quadOf(reading, name), 4) : null,
    }
  }
  return { barcode: null, bubbles: null, barcode_url: null, bubbles_url: null, name_url: null }
}

const digitsOf = (field: FieldReading): string | null =>
  field.state === 'blank' || field.values.length === 0
    ? null
    : field.values.map((value) => value || '?').join('')

function sourceOf(now: EffectiveSheet, pages: readonly EffectivePage[]): string | null {
  if (now.candidateId !== null) return 'person'
  if (now.examNo === null) return null
  const isCoded = pages.some(({ reading }) =>
    reading.barcodes.some(({ purpose, text }) => purpose === 'examNo' && text !== null),
  )
  return isCoded ? 'barcode' : 'bubbles'
}

function boxState(boxes: readonly FieldReading[]): string | null {
  if (boxes.length === 0) return null
  if (boxes.some(({ doubtful }) => doubtful)) return 'unclear'
  return boxes.some(({ values }) => values.length > 0) ? 'filled' : 'empty'
}

/** What was decided, the newest first; taking back stands beside what was taken back. */
const describeHistory = (
  actions: readonly SentAction[],
  { account, station }: { account: string; station: string },
): ReviewSheet['decisions'] =>
  actions
    .filter(({ undoes }) => undoes === null)
    .map((action) => {
      const undo = undoOf(actions, action.id)
      const note = noteOf(action, undo, account)
      return {
        decision_id: action.id,
        kind: (JSON.parse(action.decision) as { kind: string }).kind,
        text: action.label,
        actor_name: action.actor_name,
        at: action.decided_at,
        decided_at: action.decided_at,
        station,
        can_undo: undo === undefined && (action.state === 'waiting' || action.state === 'done'),
        ...endOf(action, undo),
        ...(note === '' ? {} : { note }),
      }
    })
    .toReversed()

/** When and by whom it ended; nulls while it holds. */
function endOf(action: SentAction, undo: SentAction | undefined) {
  if (undo) return { undone_at: undo.decided_at, undone_by_name: undo.actor_name }
  if (action.state === 'refused') return { undone_at: action.answered_at, undone_by_name: '服务器' }
  if (action.state === 'withdrawn') return { undone_at: action.decided_at, undone_by_name: '重扫' }
  return { undone_at: null, undone_by_name: null }
}

function noteOf(action: SentAction, undo: SentAction | undefined, account: string): string {
  if (action.state === 'refused') return '服务器没有接受'
  const waiting = [action, undo].find((each) => each?.state === 'waiting')
  if (!waiting) return ''
  return waiting.account === account ? '待发送' : `待 ${waiting.actor_name} 登录后发送`
}
