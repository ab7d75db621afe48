import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@hengjuan/db'
import { type Scope, selectSheetFacts } from '../facts.query.ts'
import { runInUse } from '../judge/run-in-use.ts'
import { selectOpenCategories } from '../sheet.query.ts'
import type { Change } from './job.query.ts'

/** A sheet as far as reading or cutting it again can change it. */
interface Picture {
  sheetId: string
  seq: number
  examNo: string | null
  pages: Map<number, { page: number | null; status: string }>
  fields: Map<string, { values: string[]; doubtful: boolean }>
  /** Fields that a person answered. */
  decided: Set<string>
  open: string[]
  /** Image of every region, by page and region. */
  crops: Map<string, string>
  /** Images of blocks that carry marks, by the block's name. */
  marked: Map<string, string>
}

/** What a sheet shows now. */
export async function takePicture(db: Db, scope: Scope, sheetId: string): Promise<Picture> {
  const row = await db
    .selectFrom('scan_sheet')
    .select(['seq', 'machine_exam_no', 'candidate_id'])
    .where('id', '=', sheetId)
    .executeTakeFirstOrThrow()
  const [sheet] = await selectSheetFacts(db, [sheetId])
  const pages = sheet?.pages ?? []
  const decisions = sheet?.decisions ?? []
  const crops = await db
    .selectFrom('sheet_crop')
    .select(['page_seq', 'region_id', 'run', 'image_hash'])
    .where('sheet_id', '=', sheetId)
    .execute()
  return {
    sheetId,
    seq: row.seq,
    examNo: row.machine_exam_no,
    pages: new Map(
      pages.map(({ seq, reading }) => [seq, { page: reading.page, status: reading.status }]),
    ),
    fields: new Map(
      pages.flatMap(({ reading }) =>
        reading.fields.map(({ id, values, doubtful }) => [id, { values, doubtful }] as const),
      ),
    ),
    decided: new Set(decisions.flatMap(({ kind, target }) => (kind === 'answer' ? [target] : []))),
    open: await selectOpenCategories(db, sheetId),
    crops: new Map(
      crops
        .filter(({ page_seq, run }) => run === runInUse(decisions, page_seq))
        .map((crop) => [`${crop.page_seq} ${crop.region_id}`, crop.image_hash]),
    ),
    marked: row.candidate_id === null ? new Map() : await selectMarked(db, scope, row.candidate_id),
  }
}

async function selectMarked(
  db: Db,
  scope: Scope,
  candidateId: number,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.exam_id', '=', scope.examId)
    .where('unit.subject_id', '=', scope.subjectId)
    .where('unit.candidate_id', '=', candidateId)
    .where((eb) =>
      eb.or([
        eb('unit.final_milli', 'is not', null),
        eb.exists(
          eb
            .selectFrom('reading')
            .select('reading.id')
            .whereRef('reading.unit_id', '=', 'unit.id')
            .where('reading.state', 'in', ['submitted', 'rejected']),
        ),
      ]),
    )
    .select(['block.name', 'unit.images'])
    .execute()
  return new Map(rows.map(({ name, images }) => [name, images]))
}

/** What differs between two pictures of a sheet. */
export function changeBetween(
  before: Picture,
  after: Picture,
  { problem }: { problem: string },
): Change {
  const seqs = [...before.pages.keys()]
  const none = { page: null, status: 'rejected' }
  const unread = { values: [], doubtful: false }
  const targets = [...new Set([...before.fields.keys(), ...after.fields.keys()])]
  const regions = new Set([...before.crops.keys(), ...after.crops.keys()])
  return {
    sheet_id: before.sheetId,
    seq: before.seq,
    problem,
    exam_no: before.examNo === after.examNo ? null : { before: before.examNo, after: after.examNo },
    pages: seqs.flatMap((page_seq) => {
      const [was, is] = [before.pages.get(page_seq) ?? none, after.pages.get(page_seq) ?? none]
      return isDeepStrictEqual(was, is) ? [] : [{ page_seq, before: was, after: is }]
    }),
    fields: targets.flatMap((target) => {
      const [was, is] = [before.fields.get(target) ?? unread, after.fields.get(target) ?? unread]
      if (isDeepStrictEqual(was, is)) return []
      const decided = after.decided.has(target)
      return [{ target, before: was.values, after: is.values, doubtful: is.doubtful, decided }]
    }),
    open_before: before.open,
    open_after: after.open,
    crops: [...regions].filter((key) => before.crops.get(key) !== after.crops.get(key)).length,
    marked_blocks: [...before.marked].flatMap(([name, images]) =>
      after.marked.has(name) && after.marked.get(name) !== images ? [name] : [],
    ),
  }
}

export const isChange = (change: Change): boolean =>
  change.exam_no !== null ||
  change.pages.length > 0 ||
  change.fields.length > 0 ||
  change.crops > 0 ||
  !isDeepStrictEqual(change.open_before, change.open_after)

/** A sheet that was left as it was. */
export async function failureOf(db: Db, sheetId: string, problem: string): Promise<Change> {
  const { seq } = await db
    .selectFrom('scan_sheet')
    .select('seq')
    .where('id', '=', sheetId)
    .executeTakeFirstOrThrow()
  const open = await selectOpenCategories(db, sheetId)
  return {
    sheet_id: sheetId,
    seq,
    problem,
    exam_no: null,
    pages: [],
    fields: [],
    open_before: open,
    open_after: open,
    crops: 0,
    marked_blocks: [],
  }
}
