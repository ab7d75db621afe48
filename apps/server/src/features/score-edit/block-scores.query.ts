import type { blockScoreRecord, blockScores, InputOf, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, blockTarget } from '@hengjuan/domain'
import { pageOf } from '../../http/page-of.ts'
import { matches } from '../score/index.ts'

/** What the candidates of a block got, and how. @throws AppError NOT_FOUND */
export async function selectBlockScores(
  db: Db,
  query: InputOf<typeof blockScores>['query'],
): Promise<ReplyOf<typeof blockScores>> {
  const blocks = await db
    .selectFrom('block')
    .where('exam_id', '=', query.exam_id)
    .where('subject_id', '=', query.subject_id)
    .select(['id as block_id', 'name', 'full_milli'])
    .orderBy('sort')
    .execute()
  const block = blocks.find(
    ({ block_id }) => query.block_id === undefined || block_id === query.block_id,
  )
  if (!block) {
    if (query.block_id !== undefined) throw new AppError('NOT_FOUND', { what: '题块' })
    return { ...pageOf([], query), blocks, block_id: null }
  }
  const rows = await db
    .selectFrom('unit')
    .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('unit.block_id', '=', block.block_id)
    .$if(query.class_id !== undefined, (units) =>
      units.where('candidate.class_id', '=', query.class_id ?? 0),
    )
    .$if(query.min !== undefined, (units) => units.where('unit.final_milli', '>=', query.min ?? 0))
    .$if(query.max !== undefined, (units) => units.where('unit.final_milli', '<=', query.max ?? 0))
    .$if(query.source !== undefined, (units) =>
      units.where('unit.final_source', '=', (query.source ?? '') as never),
    )
    .select(['unit.id as unit_id', 'unit.candidate_id', 'candidate.exam_no', 'candidate.name'])
    .select(['candidate.name_pinyin', 'class.name as class_name'])
    .select(['unit.final_milli', 'unit.final_source as source'])
    .orderBy('candidate.exam_no')
    .execute()
  const found = rows.filter((row) =>
    matches({ ...row, namePinyin: row.name_pinyin, examNo: row.exam_no }, query.keyword ?? ''),
  )
  const page = pageOf(found, query)
  const ids = page.list.map(({ unit_id }) => unit_id)
  const readings = await countReadings(db, ids)
  const edited = await editedUnits(db, ids)
  const taken = await takenAway(db, { ...query, block_id: block.block_id }, page.list)
  return {
    ...page,
    blocks,
    block_id: block.block_id,
    list: page.list.map(({ name_pinyin: _pinyin, ...row }) => ({
      ...row,
      final_milli: taken.has(row.candidate_id) ? null : row.final_milli,
      readings: readings.get(row.unit_id) ?? 0,
      edited: edited.has(row.unit_id) || taken.has(row.candidate_id),
    })),
  }
}

async function countReadings(db: Db, unitIds: readonly number[]): Promise<Map<number, number>> {
  if (unitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reading')
    .where('unit_id', 'in', unitIds)
    .where('state', '=', 'submitted')
    .where('role', 'not in', ['SEED', 'SELF'])
    .groupBy('unit_id')
    .select(['unit_id', ({ fn }) => fn.countAll().as('count')])
    .execute()
  return new Map(rows.map(({ unit_id, count }) => [unit_id, Number(count)]))
}

async function editedUnits(db: Db, unitIds: readonly number[]): Promise<Set<number>> {
  if (unitIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('score_correction')
    .where('unit_id', 'in', unitIds)
    .where('state', '=', 'applied')
    .select('unit_id')
    .distinct()
    .execute()
  return new Set(rows.map(({ unit_id }) => unit_id))
}

/** Candidates whose mark of the block was taken away. */
async function takenAway(
  db: Db,
  { block_id, subject_id }: { block_id: number; subject_id: number },
  rows: readonly { candidate_id: number }[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const found = await db
    .selectFrom('candidate_subject')
    .where('subject_id', '=', subject_id)
    .where(
      'candidate_id',
      'in',
      rows.map(({ candidate_id }) => candidate_id),
    )
    .where('overrides', 'is not', null)
    .select(['candidate_id', 'overrides'])
    .execute()
  return new Set(
    found
      .filter(({ overrides }) => blockTarget(block_id) in JSON.parse(overrides ?? '{}'))
      .map(({ candidate_id }) => candidate_id),
  )
}

type Record = ReplyOf<typeof blockScoreRecord>

/** Who read a paper, and who changed its mark. @throws AppError NOT_FOUND */
export async function selectBlockRecord(
  db: Db,
  place: { exam_id: number; subject_id: number; unit_id: number },
): Promise<Record> {
  const unit = await db
    .selectFrom('unit')
    .where('id', '=', place.unit_id)
    .where('exam_id', '=', place.exam_id)
    .where('subject_id', '=', place.subject_id)
    .select(['id', 'block_id', 'candidate_id'])
    .executeTakeFirst()
  if (!unit) throw new AppError('NOT_FOUND', { what: '试卷' })
  const readings = await db
    .selectFrom('reading')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('reading.unit_id', '=', unit.id)
    .where('reading.state', '<>', 'released')
    .where('reading.role', 'not in', ['SEED', 'SELF'])
    .select(['user.name as marker_name', 'reading.role', 'reading.total_milli'])
    .select(['reading.state', 'reading.submitted_at'])
    .orderBy('reading.id')
    .execute()
  const corrections = await db
    .selectFrom('score_correction as correction')
    .innerJoin('user', 'user.id', 'correction.asked_by')
    .where('correction.unit_id', '=', unit.id)
    .select(['correction.id as event_id', 'correction.asked_at as at', 'user.name as by_name'])
    .select(['correction.before_milli', 'correction.after_milli'])
    .select(['correction.reason', 'correction.state'])
    .execute()
  const edits = await db
    .selectFrom('score_edit')
    .innerJoin('user as author', 'author.id', 'score_edit.by_id')
    .leftJoin('user as undoer', 'undoer.id', 'score_edit.undone_by')
    .where('score_edit.candidate_id', '=', unit.candidate_id)
    .where('score_edit.subject_id', '=', place.subject_id)
    .where('score_edit.target', '=', blockTarget(unit.block_id))
    .select(['score_edit.id as event_id', 'score_edit.at', 'author.name as by_name'])
    .select(['score_edit.kind', 'score_edit.before_milli', 'score_edit.after_milli'])
    .select(['score_edit.reason', 'score_edit.state', 'undoer.name as undone_by_name'])
    .execute()
  const events = [
    ...corrections.map((row) => ({ ...row, kind: 'inspect', undone_by_name: null })),
    ...edits,
  ]
  return {
    events: events.toSorted((a, b) => (a.at < b.at ? 1 : -1)) as Record['events'],
    readings,
  }
}
