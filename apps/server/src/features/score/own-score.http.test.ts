import { createSnapshot, studentScore, updatePublishStatus } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

everyDatabase('results written for each candidate on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const { db } = app.services
    const director = await app.signIn('director')
    const publish = async () => {
      const { data } = await director.send(createSnapshot, {
        body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
      })
      return data.snapshot_id
    }
    const move = (snapshotId: number | null) =>
      director.send(updatePublishStatus, {
        body: { exam_id: examId, snapshot_id: snapshotId, reason: '更正成绩后重新发布' },
      })
    const versions = async () => {
      const rows = await db.selectFrom('exam_result').select('snapshot_id').distinct().execute()
      return rows.map((row) => row.snapshot_id)
    }
    const student = await app.signIn('student')
    const ask = () => student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    return { db, examId, publish, move, versions, ask }
  }

  test('exam_result: rows of the released version only, none after a withdrawal', async () => {
    const { db, publish, move, versions } = await open()
    const first = await publish()
    expect(await versions()).toEqual([first])
    const { count } = await db
      .selectFrom('exam_result')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(8)

    await db.updateTable('candidate').set({ name: '新名' }).where('exam_no', '=', '102').execute()
    const second = await publish()
    expect(await versions()).toEqual([second])

    await move(first)
    expect(await versions()).toEqual([first])
    await move(null)
    expect(await versions()).toEqual([])
    expect(await db.selectFrom('exam_result_head').selectAll().execute()).toEqual([])
  })

  test('student score: a version from before results were written is filled by the first who asks', async () => {
    const { db, publish, versions, ask } = await open()
    const id = await publish()
    const { data: before } = await ask()
    await db.deleteFrom('exam_result_head').execute()
    await db.deleteFrom('exam_result').execute()
    const answers = await Promise.all([ask(), ask(), ask()])
    for (const { data } of answers) expect(data).toEqual(before)
    expect(await versions()).toEqual([id])
  })

  test('student score: rows without heads, of a server that ended between, are completed', async () => {
    const { db, publish, ask } = await open()
    await publish()
    const { data: before } = await ask()
    await db.deleteFrom('exam_result_head').execute()
    await db.deleteFrom('exam_result').where('candidate_id', '>', 3).execute()
    expect((await ask()).data).toEqual(before)
  })
})
