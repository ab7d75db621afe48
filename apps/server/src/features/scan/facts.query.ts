import type { Db } from '@hengjuan/db'
import { AppError, NOT_SELECTED, type OmrTemplate, type PageReading } from '@hengjuan/domain'
import type {
  DecisionKind,
  DecisionValue,
  LiveDecision,
  PagePlan,
  RosterEntry,
  SheetFacts,
} from './judge/facts.ts'
import { planOf } from './judge/page-plan.ts'
import { pictureInUse, runInUse } from './judge/run-in-use.ts'

/** A subject of an exam. */
export interface Scope {
  examId: number
  subjectId: number
}

/** PostgreSQL takes 65,535 parameters in a statement, SQLite 32,766. */
export const CHUNK = 500

export function* chunksOf<T>(list: readonly T[], size = CHUNK): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

export interface BoundTemplate {
  sheetId: number
  version: number
  name: string
  /** The template as stored, for hashing. */
  json: string
  template: OmrTemplate
  plan: PagePlan[]
}

const parsed = new Map<string, BoundTemplate>()
const KEPT = 64

/** The template that sheets of a subject are read with. */
export async function findTemplate(db: Db, scope: Scope): Promise<BoundTemplate | undefined> {
  const row = await db
    .selectFrom('exam_subject')
    .innerJoin('answer_sheet', 'answer_sheet.id', 'exam_subject.sheet_id')
    .where('exam_subject.exam_id', '=', scope.examId)
    .where('exam_subject.subject_id', '=', scope.subjectId)
    .select([
      'answer_sheet.id',
      'answer_sheet.version',
      'answer_sheet.name',
      'answer_sheet.template',
    ])
    .executeTakeFirst()
  if (!row || row.template === '' || row.template === '{}' || row.template === 'null')
    return undefined
  const known = parsed.get(row.template)
  if (known?.sheetId === row.id && known.version === row.version) return known
  const template = JSON.parse(row.template) as OmrTemplate
  // A subject that is held online, or whose scores are imported, has no paper to scan.
  if (template.pages.length === 0) return undefined
  const bound = {
    sheetId: row.id,
    version: row.version,
    name: row.name,
    json: row.template,
    template,
    plan: planOf(template),
  }
  if (parsed.size >= KEPT) parsed.delete(parsed.keys().next().value ?? '')
  parsed.set(row.template, bound)
  return bound
}

/** @throws AppError SCAN_TEMPLATE_MISSING */
export async function requireTemplate(db: Db, scope: Scope): Promise<BoundTemplate> {
  const template = await findTemplate(db, scope)
  if (template) return template
  const subject = await db
    .selectFrom('subject')
    .select('name')
    .where('id', '=', scope.subjectId)
    .executeTakeFirst()
  throw new AppError('SCAN_TEMPLATE_MISSING', { subjectName: subject?.name ?? '本科目' })
}

/** Exam number to candidate, for one number or all. */
export async function selectRoster(
  db: Db,
  scope: Scope,
  examNos?: readonly string[],
): Promise<Map<string, RosterEntry>> {
  if (examNos?.length === 0) return new Map()
  const rows = await db
    .selectFrom('candidate')
    .leftJoin('candidate_subject', (join) =>
      join
        .onRef('candidate_subject.candidate_id', '=', 'candidate.id')
        .on('candidate_subject.subject_id', '=', scope.subjectId),
    )
    .where('candidate.exam_id', '=', scope.examId)
    .$if(examNos !== undefined, (query) =>
      query.where('candidate.exam_no', 'in', examNos as string[]),
    )
    .select(['candidate.id', 'candidate.exam_no', 'candidate_subject.attendance'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.exam_no,
      {
        candidateId: row.id,
        selected: row.attendance !== null && row.attendance !== NOT_SELECTED,
      },
    ]),
  )
}

/** Everything that judging needs of the given sheets, in the order given. */
export async function selectSheetFacts(
  db: Db,
  sheetIds: readonly string[],
): Promise<(SheetFacts & { candidateId: number | null })[]> {
  if (sheetIds.length === 0) return []
  const ids = [...sheetIds]
  const [sheets, pages, readings, decisions] = [
    await db
      .selectFrom('scan_sheet')
      .select(['id', 'state', 'received_at', 'candidate_id'])
      .where('id', 'in', ids)
      .execute(),
    await db
      .selectFrom('scan_page')
      .select(['sheet_id', 'seq', 'image_hash'])
      .where('sheet_id', 'in', ids)
      .orderBy('sheet_id')
      .orderBy('seq')
      .execute(),
    await db
      .selectFrom('recognition')
      .select(['sheet_id', 'page_seq', 'run', 'reading'])
      .where('sheet_id', 'in', ids)
      .execute(),
    await selectLiveDecisions(db, { sheetIds: ids }),
  ]
  const pagesOf = Map.groupBy(pages, ({ sheet_id }) => sheet_id)
  const decisionsOf = Map.groupBy(decisions, ({ sheetId }) => sheetId)
  const readingOf = new Map(
    readings.map((row) => [`${row.sheet_id} ${row.page_seq} ${row.run}`, row]),
  )
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]))
  return ids.flatMap((id) => {
    const sheet = byId.get(id)
    if (!sheet) return []
    const own = decisionsOf.get(id) ?? []
    return {
      id,
      state: sheet.state as SheetFacts['state'],
      receivedAt: sheet.received_at,
      candidateId: sheet.candidate_id,
      decisions: own,
      pages: (pagesOf.get(id) ?? []).map((page) => {
        const row = readingOf.get(`${id} ${page.seq} ${runInUse(own, page.seq)}`)
        if (!row) throw new Error(`page ${page.seq} of sheet ${id} has no reading`)
        return {
          seq: page.seq,
          imageHash: pictureInUse(own, page.seq)?.value.image?.hash ?? page.image_hash,
          reading: JSON.parse(row.reading) as PageReading,
        }
      }),
    }
  })
}

/** Decisions that stand, oldest first. */
export async function selectLiveDecisions(
  db: Db,
  filter: { sheetIds?: readonly string[]; candidateIds?: readonly number[]; scope?: Scope },
): Promise<(LiveDecision & { sheetId: string | null; candidateId: number | null })[]> {
  const rows = await db
    .selectFrom('scan_decision')
    .selectAll()
    .where('undone_at', 'is', null)
    .$if(filter.sheetIds !== undefined, (query) =>
      query.where('sheet_id', 'in', filter.sheetIds as string[]),
    )
    .$if(filter.candidateIds !== undefined, (query) =>
      query
        .where('candidate_id', 'in', filter.candidateIds as number[])
        .where('sheet_id', 'is', null),
    )
    .$if(filter.scope !== undefined, (query) =>
      query
        .where('exam_id', '=', filter.scope?.examId ?? 0)
        .where('subject_id', '=', filter.scope?.subjectId ?? 0),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as DecisionKind,
    target: row.target,
    value: JSON.parse(row.value) as DecisionValue,
    actorId: row.actor_id,
    sheetId: row.sheet_id,
    candidateId: row.candidate_id,
  }))
}

/** Ids of the sheets in use of some candidates. */
export async function selectSheetIdsOf(
  db: Db,
  scope: Scope,
  candidateIds: readonly number[],
): Promise<string[]> {
  if (candidateIds.length === 0) return []
  const rows = await db
    .selectFrom('scan_sheet')
    .select('id')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('candidate_id', 'in', [...candidateIds])
    .where('state', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** Question id of every field of the template that a question answers to. */
export async function selectQuestionOfField(db: Db, scope: Scope): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('question')
    .select(['id', 'field_id'])
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('field_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.field_id ?? '', row.id]))
}
