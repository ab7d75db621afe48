import { type Database, isPostgres, transact } from '@hengjuan/db'
import { sql } from 'kysely'
import { newFacts } from '../features/marking-core/engine/unit-facts.ts'
import { ensureFirstRows } from '../first-rows.ts'
import type { Services } from '../services.ts'
import { seedSchool, type SeededSchool } from './seed-school.ts'

/** A block of a large exam; every point of it is one question. */
interface BulkBlock {
  markMode: number
  allocMode: number
  toleranceMilli: number
  fullMilli: number
  stepMilli: number
}

interface BulkPlan {
  candidates: number
  /** One list of blocks a subject, empty for none; the subjects are 1, 2, 3 and so on. */
  subjects: BulkBlock[][]
  /** Accounts `bulk1` and so on, with the password of `seedSchool`, who mark nothing yet. */
  markers: number
  /** Share of the candidates, the first ones, whose papers are marked already; 0 to 1. */
  markedShare?: number
}

export interface BulkExam {
  school: SeededSchool
  examId: number
  /** In the order of the plan, subject by subject. */
  blockIds: number[]
  markerIds: number[]
}

const AT = '2026-11-20T00:00:00.000Z'
/** Reading time of what is marked already. */
const ACTIVE_MS = 8000
/** Prime, so that neighbouring papers of a block lie far apart in its order. */
const SPREAD = 48_271

/**
 * Writes a school and a large exam whose papers are cut and open for marking, with statements that make
 * many rows at once: a million papers in a minute. For measurements and rehearsals.
 */
export async function seedBulkExam(services: Services, plan: BulkPlan): Promise<BulkExam> {
  const { db } = services
  await ensureFirstRows(services)
  const school = await seedSchool(db)
  const examId = await insertExam(db, school)
  const markerIds = await insertMarkers(db, school, plan.markers)
  await insertCandidates(db, school, examId, plan)
  const blockIds: number[] = []
  for (const [index, blocks] of plan.subjects.entries())
    for (const [sort, block] of blocks.entries())
      blockIds.push(await insertBlock(db, examId, { subjectId: index + 1, sort }, block))
  for (const blockId of blockIds) await insertUnits(db, blockId, plan, markerIds)
  // As PostgreSQL does by itself in time; SQLite never does, and counts of empty tables would mislead it.
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db)
  return { school, examId, blockIds, markerIds }
}

async function insertExam(db: Database, school: SeededSchool): Promise<number> {
  const { id } = await db
    .insertInto('exam')
    .values({
      school_id: school.schoolId,
      name: '联考',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-19',
      created_by: school.userIds['admin'] ?? 0,
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Numbers 1 to `count` as a table `n(i)`. */
const upTo = (count: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`

async function insertMarkers(db: Database, school: SeededSchool, count: number): Promise<number[]> {
  if (count === 0) return []
  const like = school.userIds['marker1'] ?? 0
  await sql`insert into "user" (school_id, account, name, name_pinyin, password_hash, created_at)
    ${upTo(count)}
    select school_id, 'bulk' || cast(i as text), '教师' || cast(i as text), 'bulk', password_hash, created_at
    from n, "user" where "user".id = ${sql.lit(like)}`.execute(db)
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('account', 'like', 'bulk%')
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await sql`insert into user_role (user_id, role, scope_level, school_id, grade_ids, class_ids, subject_ids)
    select "user".id, role, scope_level, user_role.school_id, grade_ids, class_ids, '[1,2,3,4,5,6,7,8,9]'
    from user_role, "user"
    where user_role.user_id = ${sql.lit(like)} and account like 'bulk%'`.execute(db)
  return ids
}

async function insertCandidates(
  db: Database,
  school: SeededSchool,
  examId: number,
  { candidates, subjects }: BulkPlan,
): Promise<void> {
  const [first = 0, second = 0] = school.classIds
  await sql`insert into student (school_id, class_id, student_no, name, name_pinyin, gender)
    ${upTo(candidates)}
    select ${sql.lit(school.schoolId)}, case when i % 2 = 0 then ${sql.lit(first)} else ${sql.lit(second)} end,
      'B' || cast(i as text), '考生' || cast(i as text), 'b', '女' from n`.execute(db)
  await sql`insert into candidate (exam_id, student_id, school_id, class_id, exam_no, name, name_pinyin)
    select ${sql.lit(examId)}, id, school_id, class_id, student_no, name, name_pinyin
    from student where name_pinyin = 'b' order by id`.execute(db)
  for (const [index, blocks] of subjects.entries()) {
    if (blocks.length === 0) continue
    await db
      .insertInto('exam_subject')
      .values({
        exam_id: examId,
        subject_id: index + 1,
        mode: 1,
        status: 2,
        full_milli: blocks.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
        sort: index,
      })
      .execute()
    await sql`insert into candidate_subject (exam_id, subject_id, candidate_id, attendance)
      select exam_id, ${sql.lit(index + 1)}, id, 0 from candidate
      where exam_id = ${sql.lit(examId)}`.execute(db)
  }
}

async function insertBlock(
  db: Database,
  examId: number,
  place: { subjectId: number; sort: number },
  plan: BulkBlock,
): Promise<number> {
  const name = `第${place.sort + 1}题`
  const { id } = await db
    .insertInto('block')
    .values({
      exam_id: examId,
      subject_id: place.subjectId,
      block_key: String(place.sort + 1),
      name,
      sort: place.sort,
      full_milli: plan.fullMilli,
      mark_mode: plan.markMode,
      alloc_mode: plan.allocMode,
      tolerance_milli: plan.toleranceMilli,
      compare_scope: 'total',
      combine: 'mean',
      round_step_milli: 0,
      round_mode: 'half_up',
      double_ratio: 100,
      salt: `salt-${place.subjectId}-${place.sort}`,
      status: 'open',
      avoid_own_class: 1,
      blind_third: 1,
      settings: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const question = await db
    .insertInto('question')
    .values({
      exam_id: examId,
      subject_id: place.subjectId,
      no: String(place.sort + 1),
      sort: place.sort,
      type: 10,
      full_milli: plan.fullMilli,
      block_id: id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('score_point')
    .values({
      block_id: id,
      question_id: question.id,
      name,
      sort: 0,
      full_milli: plan.fullMilli,
      step_milli: plan.stepMilli,
    })
    .execute()
  return id
}

/** The papers of a block, each candidate's; the first ones with their readings and final marks. */
async function insertUnits(
  db: Database,
  blockId: number,
  plan: BulkPlan,
  markerIds: readonly number[],
): Promise<void> {
  const block = await db
    .selectFrom('block')
    .selectAll()
    .where('id', '=', blockId)
    .executeTakeFirstOrThrow()
  const double = block.mark_mode !== 0
  const facts = { ...newFacts(double, AT), imageReady: true, sheetId: 'bulk' }
  const score = Math.floor(block.full_milli / 2000) * 1000
  const final = { totalMilli: score, scores: [score], source: double ? 'COMBINED' : 'SINGLE' }
  const marked = Math.floor(plan.candidates * (plan.markedShare ?? 0))
  const last = await db
    .selectFrom('candidate')
    .select('id')
    .where('exam_id', '=', block.exam_id)
    .orderBy('id')
    .offset(marked)
    .limit(1)
    .executeTakeFirst()
  const open = last?.id ?? Number.MAX_SAFE_INTEGER
  const isMarked = sql`candidate.id < ${sql.lit(open)}`
  await transact(db, async (db) => {
    await sql`insert into unit (exam_id, subject_id, block_id, candidate_id, class_id, school_id, secret_code, ord,
        state, version, images, ink_ratio, flags, facts, free_role, readings_due, final_milli, final_points, final_source,
        updated_at)
      select exam_id, ${sql.lit(block.subject_id)}, ${sql.lit(blockId)}, id, class_id, school_id, 'B' || cast(id as text),
        ((cast(id as bigint) * ${sql.lit(SPREAD)} + ${sql.lit(blockId)}) * ${sql.lit(SPREAD)}) % 2147483647,
        case when ${isMarked} then 'FINAL' else 'READY' end, 1, '[]', 0.05, '{}',
        case when ${isMarked} then ${JSON.stringify({ ...facts, final })} else ${JSON.stringify(facts)} end,
        case when ${isMarked} then null else 'R1' end, ${sql.lit(double ? 2 : 1)},
        case when ${isMarked} then ${sql.lit(score)} else null end,
        case when ${isMarked} then ${JSON.stringify([score])} else null end,
        case when ${isMarked} then ${final.source} else null end, ${AT}
      from candidate where exam_id = ${sql.lit(block.exam_id)} order by id`.execute(db)
    if (marked === 0 || markerIds.length < 2) return
    for (const [index, role] of (double ? ['R1', 'R2'] : ['R1']).entries()) {
      // Two different people of the list read every paper.
      const [from = 0] = markerIds
      const marker = sql`${sql.lit(from)} + (unit.candidate_id + ${sql.lit(index)}) % ${sql.lit(markerIds.length)}`
      await sql`insert into reading (unit_id, block_id, role, marker_id, state, points, total_milli, claimed_at,
          submitted_at, active_ms)
        select unit.id, block_id, ${role}, ${marker}, 'submitted', ${JSON.stringify([score])}, ${sql.lit(score)},
          ${AT}, ${AT}, ${sql.lit(ACTIVE_MS)}
        from unit where block_id = ${sql.lit(blockId)} and state = 'FINAL'`.execute(db)
    }
    await sql`insert into mark_event (unit_id, exam_id, seq, type, actor_id, payload, at)
      select id, exam_id, version, 'submit', null, '{}', ${AT} from unit
      where block_id = ${sql.lit(blockId)} and state = 'FINAL'`.execute(db)
  })
}
