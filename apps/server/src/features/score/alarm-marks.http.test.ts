import { markAlarm, previewAlarms } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../testing/index.ts'

everyDatabase('on %s', (kind) => {
  test('a total that fell far is told, and what somebody thinks of it is kept', async () => {
    const app = await openTestApp(kind)
    const { db } = app.services
    const { examId } = await seedTinyExam(app.services, app.school)
    const { examId: lastId } = await seedTinyExam(app.services, app.school)
    const { id: snapshotId } = await db
      .insertInto('snapshot')
      .values({
        exam_id: lastId,
        version: 1,
        rule_version: '1',
        input_hash: '',
        override_reason: null,
        manifest: '{}',
        created_by: app.school.userIds['admin'] ?? 0,
        created_at: '2020-09-02T00:00:00.000Z',
        complete: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('exam')
      .set({ start_date: '2020-09-01', name: '上次月考', published_snapshot_id: snapshotId })
      .where('id', '=', lastId)
      .execute()
    const people = await db
      .selectFrom('candidate')
      .where('exam_id', '=', examId)
      .select(['id', 'student_id', 'class_id', 'exam_no'])
      .orderBy('exam_no')
      .execute()
    await db
      .insertInto('exam_result')
      .values(
        people.map(({ id, student_id, class_id }) => ({
          snapshot_id: snapshotId,
          candidate_id: id,
          student_id,
          exam_id: lastId,
          class_id,
          summary: JSON.stringify({ z: 1 }),
          detail: '[]',
        })),
      )
      .execute()
    const admin = await app.signIn('admin')
    const dropped = async () =>
      (await admin.send(previewAlarms, { query: { exam_id: examId } })).data.filter(
        ({ code }) => code === 'totalDropped',
      )
    // Of 28, 23, 23, 3, 23 and 7 the mean is 17.8 and a deviation 9.3: 3 and 7 lie more than one below.
    const found = await dropped()
    expect(found.map(({ exam_no, subject_id, mark }) => [exam_no, subject_id, mark])).toEqual([
      ['105', null, null],
      ['107', null, null],
    ])
    const [one] = found
    expect(one?.detail).toContain('上次月考')
    const place = {
      exam_id: examId,
      candidate_id: one?.candidate_id ?? 0,
      subject_id: null,
      code: 'totalDropped',
    }
    const set = (state: 'normal' | 'handle' | null) =>
      admin.send(markAlarm, { body: { ...place, state } })
    await set('handle')
    await set('normal')
    expect((await dropped())[0]?.mark).toMatchObject({ state: 'normal', by_name: '管理员' })
    await set(null)
    expect((await dropped())[0]?.mark).toBe(null)
    const stranger = { ...place, candidate_id: 999_999, state: 'normal' as const }
    expect((await admin.send(markAlarm, { body: stranger })).error.error).toBe('CANDIDATE_UNKNOWN')
    for (const [account, status] of [
      ['principal', 200],
      ['head', 403],
      ['other-admin', 404],
    ] as const) {
      const client = await app.signIn(account)
      const answer = await client.send(markAlarm, { body: { ...place, state: null } })
      expect([account, answer.status]).toEqual([account, status])
    }
  })
})
