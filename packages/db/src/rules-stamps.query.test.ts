import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyDatabase, migratedDatabase } from '../testing/index.ts'
import type { Database } from './index.ts'

const AT = '2026-12-01T00:00:00.000Z'

/** An exam with subjects 1 and 2, each with a block (101, 102), a question of it (201, 202) and one point (301, 302). */
async function examIn(db: Database): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(
    `insert into subject (id, name, short_name, sort) values (1, '语文', '语', 1), (2, '数学', '数', 2)`,
  )
  await run(
    `insert into school (id, name, short_name, created_at) values (1, '一中', '一', '${AT}')`,
  )
  await run(`insert into "user" (id, school_id, account, name, name_pinyin, password_hash, created_at)
    values (1, 1, 'a', '甲', 'jia', '-', '${AT}')`)
  await run(`insert into exam (id, school_id, name, type, mode, grade_id, start_date, created_by, created_at)
    values (1, 1, '期中', 3, 1, 10, '2026-12-01', 1, '${AT}')`)
  for (const subject of [1, 2]) {
    await run(`insert into exam_subject (exam_id, subject_id, mode, status, full_milli, sort)
      values (1, ${subject}, 1, 2, 100000, ${subject})`)
    await run(`insert into block (id, exam_id, subject_id, block_key, name, sort, full_milli, mark_mode, alloc_mode,
        tolerance_milli, compare_scope, combine, round_step_milli, round_mode, double_ratio, salt, status,
        avoid_own_class, blind_third, settings)
      values (${100 + subject}, 1, ${subject}, 'k', '17', 1, 12000, 0, 1, 0, 'total', 'mean', 0, 'half_up', 100, 's',
        'open', 1, 1, '{}')`)
    await run(`insert into question (id, exam_id, subject_id, no, sort, type, full_milli, block_id)
      values (${200 + subject}, 1, ${subject}, '17', 1, 4, 12000, ${100 + subject})`)
    await addPoint(db, 300 + subject, 100 + subject)
  }
}

const addPoint = (db: Database, id: number, block: number) =>
  sql
    .raw(
      `insert into score_point (id, block_id, question_id, name, sort, full_milli, step_milli)
       values (${id}, ${block}, ${block + 100}, '(1)', ${id}, 12000, 1000)`,
    )
    .execute(db)
const addKey = (db: Database, version: number) =>
  sql
    .raw(
      `insert into answer_key (question_id, version, answer, rule, author_id, created_at, reason)
       values (201, ${version}, '["A"]', '{}', 1, '${AT}', '-')`,
    )
    .execute(db)

const addMarker = (db: Database, block_id: number) =>
  db
    .insertInto('block_marker')
    .values({ block_id, user_id: 1, duty: 'marker', weight: 1 })
    .execute()

async function stampsIn(db: Database) {
  const blocks = await db.selectFrom('block').select(['id', 'rules_stamp']).orderBy('id').execute()
  const subjects = await db
    .selectFrom('exam_subject')
    .select(['subject_id', 'rules_stamp'])
    .orderBy('subject_id')
    .execute()
  return {
    ...Object.fromEntries(blocks.map((row) => [`block ${row.id}`, row.rules_stamp])),
    ...Object.fromEntries(subjects.map((row) => [`subject ${row.subject_id}`, row.rules_stamp])),
  }
}

everyDatabase('stamps of rules on %s', (kind) => {
  test.for<[string, string[], (db: Database) => Promise<unknown>]>([
    [
      'a block',
      ['block 101'],
      (db) => db.updateTable('block').set({ status: 'paused' }).where('id', '=', 101).execute(),
    ],
    [
      'a subject',
      ['subject 1'],
      (db) =>
        db
          .updateTable('exam_subject')
          .set({ round_step_milli: 500 })
          .where('subject_id', '=', 1)
          .execute(),
    ],
    ['a new point', ['block 101', 'subject 1'], (db) => addPoint(db, 303, 101)],
    [
      'a point',
      ['block 101', 'subject 1'],
      (db) =>
        db.updateTable('score_point').set({ step_milli: 500 }).where('id', '=', 301).execute(),
    ],
    [
      'a point that goes',
      ['block 101', 'subject 1'],
      (db) => db.deleteFrom('score_point').where('id', '=', 301).execute(),
    ],
    [
      'a point that moves',
      ['block 101', 'block 102', 'subject 1', 'subject 2'],
      (db) => db.updateTable('score_point').set({ block_id: 102 }).where('id', '=', 301).execute(),
    ],
    [
      'a question',
      ['block 101', 'subject 1'],
      (db) => db.updateTable('question').set({ full_milli: 9000 }).where('id', '=', 201).execute(),
    ],
    ['a new key', ['subject 1'], (db) => addKey(db, 1)],
    ['a marker who comes', ['block 101'], (db) => addMarker(db, 101)],
  ])('%s that changed gives %j others', async ([, changed, change]) => {
    const db = await migratedDatabase(kind)
    await examIn(db)
    const before = await stampsIn(db)
    expect(new Set(Object.values(before)).size).toBe(4)
    await change(db)
    const after: Record<string, number> = await stampsIn(db)
    const others = Object.entries(before).flatMap(([name, stamp]) =>
      after[name] === stamp ? [] : [name],
    )
    expect(others).toEqual(changed)
    expect(Object.values(after).every((stamp) => Number.isSafeInteger(stamp) && stamp > 0)).toBe(
      true,
    )
  })

  test('a key that is taken back, or changed, gives its subject another stamp each time', async () => {
    const db = await migratedDatabase(kind)
    await examIn(db)
    await addKey(db, 1)
    const seen = [await stampsIn(db)]
    await db.updateTable('answer_key').set({ answer: '["B"]' }).execute()
    seen.push(await stampsIn(db))
    await db.deleteFrom('answer_key').execute()
    seen.push(await stampsIn(db))
    expect(
      new Set(seen.map((stamps) => (stamps as Record<string, number>)['subject 1'])).size,
    ).toBe(3)
    expect(
      new Set(seen.map((stamps) => (stamps as Record<string, number>)['block 101'])).size,
    ).toBe(1)
  })

  test('what a transaction saw that was given up is never seen again', async () => {
    const db = await migratedDatabase(kind)
    await examIn(db)
    let inside = 0
    const change = (to: string) => db.updateTable('block').set({ status: to }).where('id', '=', 101)
    await db
      .transaction()
      .execute(async (db) => {
        await db.updateTable('block').set({ status: 'closed' }).where('id', '=', 101).execute()
        const row = await db
          .selectFrom('block')
          .select('rules_stamp')
          .where('id', '=', 101)
          .executeTakeFirstOrThrow()
        inside = row.rules_stamp
        throw new Error('given up')
      })
      .catch(() => undefined)
    await change('paused').execute()
    const { rules_stamp } = await db
      .selectFrom('block')
      .select('rules_stamp')
      .where('id', '=', 101)
      .executeTakeFirstOrThrow()
    expect(inside).toBeGreaterThan(0)
    expect(rules_stamp).not.toBe(inside)
  })
})
