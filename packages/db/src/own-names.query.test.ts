import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgresUrl, everyDatabase } from '../testing/index.ts'
import { migrateToLatest, openDatabase } from './index.ts'
import { migrations } from './migrations/index.ts'

const AT = '2026-12-01T00:00:00.000Z'
const BEFORE = '20261202T0330-moved-papers'

everyDatabase('on %s, namesakes of before', (kind) => {
  test('of one school are told apart by account, and a pupil of that name is none of them', async () => {
    const { url, discard } =
      kind === 'sqlite'
        ? { url: ':memory:', discard: async () => undefined }
        : await emptyPostgresUrl()
    const db = openDatabase(url, { poolSize: 1 })
    onTestFinished(async () => {
      await db.destroy()
      await discard()
    })
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    expect((await migrator.migrateTo(BEFORE)).error).toBeUndefined()
    const run = (text: string) => sql.raw(text).execute(db)
    for (const id of [1, 2])
      await run(
        `insert into school (id, name, short_name, created_at) values (${id}, '校${id}', '校${id}', '${AT}')`,
      )
    await run(`insert into class (id, school_id, grade_id, name, sort) values (1, 1, 10, '1班', 1)`)
    await run(
      `insert into student (id, school_id, class_id, student_no, name, name_pinyin, gender)
       values (1, 1, 1, 's1', '王伟', 'wangwei', '女')`,
    )
    const people = [
      ['w1', '王伟', 1, null],
      ['w2', '王伟', 1, null],
      ['w3', '王伟', 2, null],
      ['s1', '王伟', 1, 1],
      ['l1', '李娜', 1, null],
      ['l2', '李娜', 2, null],
    ] as const
    for (const [account, name, school, student] of people)
      await run(
        `insert into "user" (school_id, account, name, name_pinyin, password_hash, student_id, created_at)
         values (${school}, '${account}', '${name}', '-', '-', ${student}, '${AT}')`,
      )
    await migrateToLatest(db)
    const rows = await db.selectFrom('user').select(['name', 'own_name']).orderBy('id').execute()
    expect(rows.map(({ name, own_name }) => [name, own_name])).toEqual([
      ['王伟（w1）', '王伟'],
      ['王伟（w2）', '王伟'],
      ['王伟', null],
      ['王伟', null],
      ['李娜', null],
      ['李娜', null],
    ])
  })
})
