import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgresUrl, everyDatabase } from '../testing/index.ts'
import { migrateToLatest, openDatabase } from './index.ts'
import { migrations } from './migrations/index.ts'

const AT = '2026-12-01T00:00:00.000Z'
const BEFORE = '20261204T0300-jobs'

everyDatabase('migration to jobs on %s', (kind) => {
  test('sheets to be read again and proposals that were under way go on as jobs, what was over does not', async () => {
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
    for (const statement of [
      `insert into school (id, name, short_name, created_at) values (7, '校', '校', '${AT}')`,
      `insert into "user" (id, school_id, account, name, name_pinyin, password_hash, created_at)
       values (3, 7, 'a', '扫描员', '-', '-', '${AT}')`,
      `insert into subject (id, name, short_name, sort) values (2, '数学', '数', 1)`,
      `insert into exam (id, school_id, name, type, mode, grade_id, start_date, created_by, created_at)
       values (5, 7, '期中', 3, 1, 10, '2026-12-01', 3, '${AT}')`,
      ...['waiting', 'running', 'done', 'cancelled'].flatMap((state) => [
        `insert into station_action
           (id, exam_id, subject_id, call, content_hash, station, actor_id, decided_at, received_at)
         values ('${state}', 5, 2, '/', '-', '站', 3, '${AT}', '${AT}')`,
        `insert into scan_job (action_id, kind, state, actor_role, request_id, created_at)
         values ('${state}', 'reomr', '${state}', 'scan_operator', 'r', '${AT}')`,
      ]),
      ...['working', 'ready'].flatMap((state, at) => [
        `insert into answer_sheet (id, school_id, type, name, version, sheet_code, design, geometry, template,
           created_by, created_at, updated_at)
         values (${41 + at}, 7, 2, '卡', 1, ${at}, '{}', '{}', '{}', 3, '${AT}', '${AT}')`,
        `insert into sheet_import (sheet_id, pages, samples, draft, parts, state, done_pages, message, folded, updated_at)
         values (${41 + at}, '[]', '[]', '[]', '[]', '${state}', 0, '', 0, '${AT}')`,
      ]),
    ])
      await sql.raw(statement).execute(db)
    await migrateToLatest(db)
    const jobs = await db
      .selectFrom('job')
      .select(['id', 'queue', 'kind', 'payload', 'state', 'run_at', 'dedupe'])
      .select(['user_name', 'school_id', 'exam_id'])
      .orderBy('id')
      .execute()
    const common = { state: 'waiting', run_at: AT, school_id: 7 }
    const again = { ...common, queue: 'scan', kind: 'scan.again', dedupe: null, exam_id: 5 }
    expect(jobs).toEqual([
      {
        ...common,
        id: '00000000000000000000000041',
        queue: 'sheet',
        kind: 'sheet.propose',
        payload: '{"sheet_id":41}',
        dedupe: 'sheet.propose:41',
        user_name: null,
        exam_id: null,
      },
      { ...again, id: 'running', payload: '{"action_id":"running"}', user_name: '扫描员' },
      { ...again, id: 'waiting', payload: '{"action_id":"waiting"}', user_name: '扫描员' },
    ])
    const imports = await db
      .selectFrom('sheet_import')
      .select(['sheet_id', 'job_id'])
      .orderBy('sheet_id')
      .execute()
    expect(imports.map(({ job_id }) => job_id)).toEqual([jobs[0]?.id, null])
  })
})
