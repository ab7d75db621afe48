import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseKind, emptyPostgresUrl, everyDatabase } from '../testing/index.ts'
import { type Database, migrateToLatest, openDatabase } from './index.ts'
import { migrations } from './migrations/index.ts'

const AT = '2026-12-01T00:00:00.000Z'
const BEFORE = '20261201T0020-lean-marks'

/** A database as it was before shares of work were counted to the reading. */
async function databaseBefore(kind: DatabaseKind): Promise<Database> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-before-'))
  const { url, discard } =
    kind === 'sqlite'
      ? { url: path.join(folder, 'test.sqlite'), discard: async () => undefined }
      : await emptyPostgresUrl()
  const db = openDatabase(url, { poolSize: 1 })
  onTestFinished(async () => {
    await db.destroy()
    await discard()
    await rm(folder, { recursive: true, force: true })
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(BEFORE)
  expect(error).toBeUndefined()
  return db
}

const run = (db: Database, text: string) => sql.raw(text).execute(db)

/** An exam with a subject, two candidates, two people, and blocks 101 to 104 that are open. */
async function examIn(db: Database): Promise<void> {
  await run(db, `insert into subject (id, name, short_name, sort) values (1, '语文', '语', 1)`)
  await run(
    db,
    `insert into school (id, name, short_name, created_at) values (1, '一中', '一', '${AT}')`,
  )
  for (const id of [1, 2])
    await run(
      db,
      `insert into "user" (id, school_id, account, name, name_pinyin, password_hash, created_at)
       values (${id}, 1, 'a${id}', '甲', 'jia', '-', '${AT}')`,
    )
  await run(
    db,
    `insert into exam (id, school_id, name, type, mode, grade_id, start_date, created_by, created_at)
     values (1, 1, '期中', 3, 1, 10, '2026-12-01', 1, '${AT}')`,
  )
  await run(
    db,
    `insert into exam_subject (exam_id, subject_id, mode, status, full_milli, sort)
     values (1, 1, 1, 2, 100000, 1)`,
  )
  await run(
    db,
    `insert into class (id, school_id, grade_id, name, sort) values (1, 1, 10, '1班', 1)`,
  )
  for (const id of [1, 2, 3]) {
    await run(
      db,
      `insert into student (id, school_id, class_id, student_no, name, name_pinyin, gender)
       values (${id}, 1, 1, 's${id}', '生', 'sheng', '女')`,
    )
    await run(
      db,
      `insert into candidate (id, exam_id, student_id, school_id, class_id, exam_no, name, name_pinyin)
       values (${id}, 1, ${id}, 1, 1, '${id}', '生', 'sheng')`,
    )
  }
  for (const id of [101, 102, 103, 104])
    await run(
      db,
      `insert into block (id, exam_id, subject_id, block_key, name, sort, full_milli, mark_mode, alloc_mode,
         tolerance_milli, compare_scope, combine, round_step_milli, round_mode, double_ratio, salt, status, settings)
       values (${id}, 1, 1, 'k${id}', '${id}', 1, 12000, 1, 3, 0, 'total', 'mean', 0, 'half_up', 50, 's', 'open', '{}')`,
    )
}

everyDatabase('blocks from before, on %s', (kind) => {
  test('leave the avoidance of the own class open where nobody chose it, and know how many mark them', async () => {
    const db = await databaseBefore(kind)
    await examIn(db)
    await run(db, `update block set avoid_own_class = 0 where id = 102`)
    const audit = (action: string, block: number, before: string, after: string) =>
      run(
        db,
        `insert into audit (at, action, object, before, after, request_id)
         values ('${AT}', '${action}', 'block:${block}', '${before}', '${after}', 'r')`,
      )
    await audit('marking-settings', 101, '{}', '{"rubric":"avoid"}')
    await audit('marking-settings', 103, '{}', '{"avoid_own_class":1}')
    await audit('marking-allocation-copy', 104, '[{"name":"阅卷范围","before":"混阅"}]', '{}')
    for (const user of [1, 2])
      await run(
        db,
        `insert into block_marker (block_id, user_id, duty, weight) values (101, ${user}, 'marker', 1)`,
      )
    await run(
      db,
      `insert into block_marker (block_id, user_id, duty, weight) values (102, 1, 'leader', 1)`,
    )
    await migrateToLatest(db)
    const blocks = await db
      .selectFrom('block')
      .select(['id', 'avoid_own_class', 'marker_count'])
      .orderBy('id')
      .execute()
    expect(blocks.map((row) => [row.avoid_own_class, row.marker_count])).toEqual([
      [null, 2],
      [0, 0],
      [1, 0],
      [1, 0],
    ])
    // From now on the count follows.
    await db.deleteFrom('block_marker').where('user_id', '=', 2).execute()
    await db
      .updateTable('block_marker')
      .set({ duty: 'marker' })
      .where('block_id', '=', 102)
      .execute()
    const after = await db.selectFrom('block').select('marker_count').orderBy('id').execute()
    expect(after.map(({ marker_count }) => marker_count)).toEqual([1, 1, 0, 0])
  })

  test('have their readings counted: what is given of final papers, one or two of the others', async () => {
    const db = await databaseBefore(kind)
    await examIn(db)
    const unit = (id: number, of: { block: number; state: string; isDouble: boolean }) =>
      run(
        db,
        `insert into unit (id, exam_id, subject_id, block_id, candidate_id, class_id, secret_code, ord, state, version,
           images, ink_ratio, flags, facts, updated_at)
         values (${id}, 1, 1, ${of.block}, ${id % 10}, 1, 'c${id}', ${id}, '${of.state}', 1, '["x"]', 0.1, '{}',
           '{"double":${String(of.isDouble)}}', '${AT}')`,
      )
    await unit(11, { block: 101, state: 'READY', isDouble: true })
    await unit(12, { block: 101, state: 'MARKING', isDouble: false })
    await unit(13, { block: 101, state: 'FINAL', isDouble: true })
    await unit(21, { block: 102, state: 'FINAL', isDouble: true })
    for (const [role, marker, state] of [
      ['R1', 1, 'submitted'],
      ['R2', 2, 'superseded'],
      ['R3', 2, 'submitted'],
    ] as const)
      await run(
        db,
        `insert into reading (unit_id, block_id, role, marker_id, state, rev, claimed_at, flags)
         values (13, 101, '${role}', ${marker}, '${state}', 1, '${AT}', '[]')`,
      )
    await migrateToLatest(db)
    const units = await db.selectFrom('unit').select(['id', 'readings_due']).orderBy('id').execute()
    expect(units.map(({ readings_due }) => readings_due)).toEqual([2, 1, 1, 0])
    const tallies = await db
      .selectFrom('unit_tally')
      .groupBy('block_id')
      .select(({ fn }) => ['block_id', fn.sum('count').as('count'), fn.sum('readings').as('sum')])
      .orderBy('block_id')
      .execute()
    expect(tallies.map((row) => [row.block_id, Number(row.count), Number(row.sum)])).toEqual([
      [101, 3, 4],
      [102, 1, 0],
    ])
  })

  test('are open since their first paper was given out, and go on being balanced where they were', async () => {
    const db = await databaseBefore(kind)
    await examIn(db)
    await run(db, `update block set status = 'paused' where id = 103`)
    await run(
      db,
      `insert into unit (id, exam_id, subject_id, block_id, candidate_id, class_id, secret_code, ord, state, version,
         images, ink_ratio, flags, facts, updated_at)
       values (11, 1, 1, 101, 1, 1, 'c', 1, 'MARKING', 1, '["x"]', 0.1, '{}', '{"double":true}', '${AT}')`,
    )
    await run(
      db,
      `insert into reading (unit_id, block_id, role, marker_id, state, rev, claimed_at, flags)
       values (11, 101, 'R1', 1, 'claimed', 1, '${AT}', '[]')`,
    )
    for (const [block, mode] of [
      [101, 2],
      [101, 3],
      [102, 3],
    ])
      await run(
        db,
        `insert into balance_event (block_id, kind, moved, reason, changes, at)
         values (${block}, 'balance', 5, '', '{"allocMode":${mode}}', '${AT}')`,
      )
    await migrateToLatest(db)
    const blocks = await db
      .selectFrom('block')
      .select(['opened_at', 'was_average'])
      .orderBy('id')
      .execute()
    expect(blocks).toEqual([
      { opened_at: AT, was_average: 1 },
      { opened_at: expect.stringMatching(/^\d{4}-.*Z$/), was_average: 0 },
      { opened_at: null, was_average: 0 },
      { opened_at: expect.stringMatching(/^\d{4}-.*Z$/), was_average: 0 },
    ])
  })
})
