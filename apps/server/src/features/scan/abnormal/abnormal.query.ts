import { columnsHold, type Db } from '@hengjuan/db'
import type { Scope } from '../facts.query.ts'

interface SheetFilter {
  state: 'open' | 'done'
  tag?: string | undefined
  station?: string | undefined
  schoolId?: number | undefined
  keyword?: string | undefined
}

const inScope = (db: Db, scope: Scope) =>
  db
    .selectFrom('abnormal_block')
    .where('abnormal_block.exam_id', '=', scope.examId)
    .where('abnormal_block.subject_id', '=', scope.subjectId)

const filtered = (db: Db, scope: Scope, filter: SheetFilter) =>
  inScope(db, scope)
    .innerJoin('candidate', 'candidate.id', 'abnormal_block.candidate_id')
    .where('abnormal_block.decision_id', filter.state === 'open' ? 'is' : 'is not', null)
    // A sheet of which something waits is not done.
    .$if(filter.state === 'done', (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('abnormal_block as other')
              .whereRef('other.candidate_id', '=', 'abnormal_block.candidate_id')
              .whereRef('other.subject_id', '=', 'abnormal_block.subject_id')
              .where('other.decision_id', 'is', null)
              .select('other.id'),
          ),
        ),
      ),
    )
    .$if(filter.tag !== undefined, (query) => query.where('tag', '=', filter.tag ?? ''))
    .$if(filter.schoolId !== undefined, (query) =>
      query.where('candidate.school_id', '=', filter.schoolId ?? 0),
    )
    .$if(filter.station !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('scan_sheet')
            .innerJoin('scan_batch', 'scan_batch.id', 'scan_sheet.batch_id')
            .whereRef('scan_sheet.candidate_id', '=', 'abnormal_block.candidate_id')
            .where('scan_sheet.subject_id', '=', scope.subjectId)
            .where('scan_sheet.state', '=', 'active')
            .where('scan_batch.station', '=', filter.station ?? '')
            .select('scan_sheet.id'),
        ),
      ),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(
          db,
          [eb.ref('candidate.name'), eb.ref('candidate.exam_no')],
          filter.keyword ?? '',
        ),
      ),
    )

/** Candidates with answers on the work list, who waits longest first; what is done, the last done first. */
export async function selectAbnormalCandidates(
  db: Db,
  scope: Scope,
  filter: SheetFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; candidateIds: number[] }> {
  const { total } = await filtered(db, scope, filter)
    .select(({ fn }) => fn.count<number>('abnormal_block.candidate_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered(db, scope, filter)
    .groupBy('abnormal_block.candidate_id')
    .select('abnormal_block.candidate_id')
    .orderBy(
      ({ fn }) => (filter.state === 'open' ? fn.min('sent_at') : fn.max('closed_at')),
      filter.state === 'open' ? 'asc' : 'desc',
    )
    .orderBy('abnormal_block.candidate_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total: Number(total), candidateIds: rows.map(({ candidate_id }) => candidate_id) }
}

/** What is on the work list of some candidates, in the order of the blocks. */
export async function selectAbnormalBlocks(
  db: Db,
  scope: Scope,
  filter: { candidateIds?: readonly number[]; ids?: readonly number[] },
) {
  if (filter.candidateIds?.length === 0 || filter.ids?.length === 0) return []
  return inScope(db, scope)
    .innerJoin('block', 'block.id', 'abnormal_block.block_id')
    .leftJoin('user as sender', 'sender.id', 'abnormal_block.sent_by')
    .leftJoin('user as closer', 'closer.id', 'abnormal_block.closed_by')
    .$if(filter.candidateIds !== undefined, (query) =>
      query.where('abnormal_block.candidate_id', 'in', [...(filter.candidateIds ?? [])]),
    )
    .$if(filter.ids !== undefined, (query) =>
      query.where('abnormal_block.id', 'in', [...(filter.ids ?? [])]),
    )
    .select(['abnormal_block.id as abnormal_id', 'abnormal_block.candidate_id'])
    .select(['block.id as block_id', 'block.name as block_name', 'block.block_key'])
    .select(['tag', 'note', 'sent_at', 'outcome', 'closed_at', 'decision_id'])
    .select(['sender.name as sent_by_name', 'closer.name as closed_by_name'])
    .orderBy('block.sort')
    .orderBy('block.id')
    .orderBy('abnormal_block.id')
    .execute()
}

export type AbnormalRow = Awaited<ReturnType<typeof selectAbnormalBlocks>>[number]

/** Who candidates are, for the lists of this page. */
export async function selectPersons(db: Db, scope: Scope, candidateIds: readonly number[]) {
  if (candidateIds.length === 0) return []
  return db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .leftJoin('special_sheet', (join) =>
      join
        .onRef('special_sheet.candidate_id', '=', 'candidate.id')
        .on('special_sheet.subject_id', '=', scope.subjectId),
    )
    .where('candidate.id', 'in', [...candidateIds])
    .where('candidate_subject.subject_id', '=', scope.subjectId)
    .select(['candidate.id as candidate_id', 'candidate.exam_no', 'candidate.name'])
    .select(['class.name as class_name', 'school.name as school_name'])
    .select(['candidate_subject.attendance', 'special_sheet.note as special'])
    .execute()
}

/** Stations and batches of the sheets in use of some candidates. */
export async function selectScannedBy(db: Db, scope: Scope, candidateIds: readonly number[]) {
  if (candidateIds.length === 0) return []
  return db
    .selectFrom('scan_sheet')
    .innerJoin('scan_batch', 'scan_batch.id', 'scan_sheet.batch_id')
    .where('scan_sheet.exam_id', '=', scope.examId)
    .where('scan_sheet.subject_id', '=', scope.subjectId)
    .where('scan_sheet.state', '=', 'active')
    .where('scan_sheet.candidate_id', 'in', [...candidateIds])
    .select(['scan_sheet.candidate_id', 'scan_batch.station', 'scan_batch.label'])
    .orderBy('scan_sheet.received_at')
    .orderBy('scan_sheet.id')
    .execute()
}

/** How many answers wait and are done of some subjects. */
export async function selectTotals(db: Db, examIds: readonly number[]) {
  if (examIds.length === 0) return []
  const rows = await db
    .selectFrom('abnormal_block')
    .where('exam_id', 'in', [...examIds])
    .groupBy(['exam_id', 'subject_id'])
    .select(['exam_id', 'subject_id'])
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('decision_id').as('done'),
      fn
        .min(eb.case().when('decision_id', 'is', null).then(eb.ref('sent_at')).end())
        .as('oldest_at'),
      fn
        .count<number>(eb.case().when('decision_id', 'is', null).then(eb.ref('candidate_id')).end())
        .distinct()
        .as('sheets'),
    ])
    .execute()
  return rows.map((row) => ({
    exam_id: row.exam_id,
    subject_id: row.subject_id,
    open_sheets: Number(row.sheets),
    open_blocks: Number(row.all) - Number(row.done),
    done_blocks: Number(row.done),
    oldest_at: row.oldest_at ?? null,
  }))
}

export async function selectTagCounts(db: Db, scope: Scope): Promise<Map<string, number>> {
  const rows = await inScope(db, scope)
    .where('decision_id', 'is', null)
    .groupBy('tag')
    .select('tag')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .execute()
  return new Map(rows.map(({ tag, open }) => [tag, Number(open)]))
}

export async function selectOutcomeCounts(db: Db, scope: Scope): Promise<Map<string, number>> {
  const rows = await inScope(db, scope)
    .where('outcome', 'is not', null)
    .groupBy('outcome')
    .select('outcome')
    .select(({ fn }) => fn.countAll<number>().as('blocks'))
    .execute()
  return new Map(rows.map(({ outcome, blocks }) => [outcome ?? '', Number(blocks)]))
}

/** Open answers by the station that scanned them and the candidate's school. */
export async function selectMachineCounts(db: Db, scope: Scope) {
  const rows = await inScope(db, scope)
    .innerJoin('candidate', 'candidate.id', 'abnormal_block.candidate_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .innerJoin('scan_sheet', 'scan_sheet.candidate_id', 'candidate.id')
    .innerJoin('scan_batch', 'scan_batch.id', 'scan_sheet.batch_id')
    .where('abnormal_block.decision_id', 'is', null)
    .where('scan_sheet.subject_id', '=', scope.subjectId)
    .where('scan_sheet.state', '=', 'active')
    .groupBy(['scan_batch.station', 'school.id', 'school.name'])
    .select(['scan_batch.station', 'school.id as school_id', 'school.name as school_name'])
    .select(({ fn }) =>
      // A candidate may have two sheets in use.
      fn.count<number>('abnormal_block.id').distinct().as('open'),
    )
    .orderBy('scan_batch.station')
    .orderBy('school.name')
    .orderBy('school.id')
    .execute()
  return rows.map((row) => ({ ...row, open: Number(row.open) }))
}

/** What people did about abnormal sheets, also what was taken back. */
export const selectHandlingRecords = (db: Db, scope: Scope) =>
  db
    .selectFrom('scan_decision')
    .innerJoin('user', 'user.id', 'scan_decision.actor_id')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where((eb) =>
      eb.or([
        eb('kind', 'in', ['block_image', 'page_image', 'block_lost', 'block_blank', 'to_marking']),
        eb('value', 'like', '%"handling":true%'),
      ]),
    )
    .select(['kind', 'value', 'undone_at', 'user.id as user_id', 'user.name'])
    .orderBy('scan_decision.id')
    .execute()

export const selectSpecials = (db: Db, scope: Scope) =>
  db
    .selectFrom('special_sheet')
    .innerJoin('user', 'user.id', 'special_sheet.by_id')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .select(['candidate_id', 'note', 'at', 'user.name as by_name'])
    .orderBy('at', 'desc')
    .orderBy('candidate_id')
    .execute()
