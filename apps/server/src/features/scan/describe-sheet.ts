import { AppError, type FieldReading, type PageReading } from '@hengjuan/domain'
import type { Db } from '@hengjuan/db'
import { pageRead } from '@hengjuan/omr'
import type { Services } from '../../services.ts'
import { selectUnitsOfSheet } from '../marking-core/index.ts'
import type { Viewer } from '../quality/index.ts'
import { voidReasonOf } from './decide.ts'
import { describeDecision } from './describe-decision.ts'
import { selectPeople } from './exception.query.ts'
import { type BoundTemplate, type Scope, selectSheetFacts } from './facts.query.ts'
import { boxOf, fieldQuad, type Point, quadOf } from './geometry.ts'
import { absenceEvidence } from './judge/answers.ts'
import type { PageFacts } from './judge/facts.ts'
import { assignPages, type PageRole } from './judge/pages.ts'
import { pageSight, type PageSight } from './page-sight.ts'
import { requireSheet, selectOpenCategories } from './sheet.query.ts'

/** Address of a piece of a page, turned upright. @param url of the page */
export function pieceUrl(
  url: string,
  { reading }: { reading: PageReading },
  quad: readonly Point[] | null,
  margin = 0,
): string | null {
  const box = boxOf(quad, { width: reading.widthPx, height: reading.heightPx }, margin)
  if (!box) return null
  const turn = (360 - (reading.registration?.rotation ?? 0)) % 360
  const piece = `&box=${box.x},${box.y},${box.width},${box.height}`
  return `${url}${piece}${turn ? `&rotate=${turn}` : ''}`
}

/** One sheet in full, for the pages that handle exceptions. */
export async function describeSheet(
  db: Db,
  services: Services,
  viewer: Viewer,
  scope: Scope,
  template: BoundTemplate,
  sheetId: string,
) {
  const sheet = await requireSheet(db, scope, sheetId)
  const [facts] = await selectSheetFacts(db, [sheetId])
  const batch = await db
    .selectFrom('scan_batch')
    .select(['label', 'station'])
    .where('id', '=', sheet.batch_id)
    .executeTakeFirstOrThrow()
  const sight = await pageSight(db, services, viewer, scope, [sheet.candidate_id])
  if (!facts) throw new AppError('SCAN_SHEET_NOT_FOUND')
  const shown = sheetInSight(sight, facts)
  const roles = assignPages(facts, template.plan)
  const people =
    sheet.candidate_id === null
      ? []
      : (
          await selectPeople(
            db,
            scope,
            { withoutSheet: false, candidateIds: [sheet.candidate_id] },
            { limit: 1, offset: 0 },
          )
        ).list
  const inMarking =
    sheet.state === 'active' && sheet.candidate_id !== null
      ? await selectUnitsOfSheet(db, { ...scope, candidateId: sheet.candidate_id, sheetId })
      : []
  const absence = absenceEvidence(roles)
  const confirmed = new Set(
    facts.decisions.filter(({ kind }) => kind === 'answer').map(({ target }) => target),
  )
  const choices = roles.flatMap(({ role, reading }) =>
    role === 'used' ? reading.fields.filter(({ kind }) => kind === 'choice') : [],
  )
  return {
    sheet_id: sheet.id,
    exam_id: scope.examId,
    subject_id: scope.subjectId,
    batch_id: sheet.batch_id,
    batch_label: batch.label,
    station: batch.station,
    seq: sheet.seq,
    state: sheet.state,
    void_reason: voidReasonOf(sheet.void_reason)?.reason ?? null,
    received_at: sheet.received_at,
    machine_exam_no: sheet.machine_exam_no,
    identity_source: sheet.identity_source,
    candidate: people[0] ?? null,
    pages: roles.map((page) => describePage(shown, page)),
    identity: describeIdentity(shown, template, roles),
    marked_blocks: inMarking.filter(({ readings }) => readings > 0).length,
    absent_box: absence.box === 'none' ? null : absence.box,
    ink_ratio: absence.inkRatio,
    answered: absence.answered,
    answers_confirmed: confirmed.size,
    answers_total: choices.length,
    open: await selectOpenCategories(db, sheetId),
    decisions: await selectHistory(db, sheetId, sheet.void_reason),
  }
}

/** How the pages of one sheet are shown. */
interface SheetInSight {
  urlOf: (page: PageFacts) => string
  isMasked: (page: PageFacts) => boolean
}

const sheetInSight = (
  sight: PageSight,
  sheet: Parameters<PageSight['urlOf']>[0],
): SheetInSight => ({
  urlOf: (page) => sight.urlOf(sheet, page),
  isMasked: (page) => sight.isMasked(sheet, page),
})

const describePage = (shown: SheetInSight, page: PageRole) => ({
  seq: page.seq,
  page: page.role === 'used' || page.role === 'repeated' ? page.reading.page : null,
  url: shown.urlOf(page),
  width_px: page.reading.widthPx,
  height_px: page.reading.heightPx,
  status: page.reading.status,
  ignored: page.role === 'ignored' || page.role === 'surplus',
  rotation: page.reading.registration?.rotation ?? 0,
  residual_mm: page.reading.registration?.residualMm ?? null,
  issues: page.reading.issues.map(({ message }) => message),
  is_masked: shown.isMasked(page),
  is_blank: page.reading.quality.blank,
})

function describeIdentity(shown: SheetInSight, { template }: BoundTemplate, roles: PageRole[]) {
  const none = {
    barcode: null as string | null,
    bubbles: null as string | null,
    barcode_url: null as string | null,
    bubbles_url: null as string | null,
    name_url: null as string | null,
  }
  for (const page of roles) {
    if (page.role !== 'used') continue
    const { reading } = page
    const planned = pageRead(template, reading)
    const field = reading.fields.find(({ kind }) => kind === 'examNo')
    const code = planned?.barcodes.find(({ purpose }) => purpose === 'examNo')
    const name = planned?.regions.find(({ purpose }) => purpose === 'name')
    if (!field && !code) continue
    const url = shown.urlOf(page)
    return {
      ...none,
      barcode: reading.barcodes.find(({ purpose }) => purpose === 'examNo')?.text ?? null,
      bubbles: field ? digitsOf(field) : null,
      barcode_url: code ? pieceUrl(url, page, quadOf(reading, code), 8) : null,
      bubbles_url: field ? pieceUrl(url, page, fieldQuad(reading, field)) : null,
      name_url: name ? pieceUrl(url, page, quadOf(reading, name), 4) : null,
    }
  }
  return none
}

const digitsOf = (field: FieldReading): string | null =>
  field.state === 'blank' || field.values.length === 0
    ? null
    : field.values.map((value) => value || '?').join('')

/** What people decided about a sheet, also that it was voided together with others. */
async function selectHistory(db: Db, sheetId: string, voidReason: string | null) {
  const by = voidReasonOf(voidReason)?.decisionId ?? 0
  const rows = await db
    .selectFrom('scan_decision')
    .innerJoin('user as actor', 'actor.id', 'scan_decision.actor_id')
    .leftJoin('user as undoer', 'undoer.id', 'scan_decision.undone_by')
    .leftJoin('station_action', 'station_action.id', 'scan_decision.action_id')
    .where((eb) =>
      eb.or([eb('scan_decision.sheet_id', '=', sheetId), eb('scan_decision.id', '=', by)]),
    )
    .select([
      'scan_decision.id',
      'scan_decision.kind',
      'scan_decision.target',
      'scan_decision.value',
      'scan_decision.at',
      'scan_decision.undone_at',
      'actor.name as actor_name',
      'undoer.name as undone_by_name',
      'station_action.station',
      'station_action.decided_at',
    ])
    .orderBy('scan_decision.id', 'desc')
    .execute()
  const names = await namesOf(db, rows)
  return rows.map((row) => ({
    decision_id: row.id,
    kind: row.kind,
    text: describeDecision(row, names),
    actor_name: row.actor_name,
    at: row.at,
    station: row.station,
    decided_at: row.decided_at,
    can_undo: row.kind !== 'remark',
    undone_at: row.undone_at,
    undone_by_name: row.undone_by_name,
  }))
}

async function namesOf(db: Db, rows: readonly { value: string }[]): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ value }) => {
    const { candidate_id } = JSON.parse(value) as { candidate_id?: number }
    return candidate_id ?? []
  })
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('candidate')
    .select(['id', 'name', 'exam_no'])
    .where('id', 'in', ids)
    .execute()
  return new Map(people.map((one) => [one.id, `${one.name}（${one.exam_no}）`]))
}
