import { createSnapshot, studentScore } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'
import { TEST_PASSWORD } from '../../testing/seed-school.ts'

everyDatabase('scores by exam number and password on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const director = await app.signIn('director')
    const publish = (more: object = {}) =>
      director.send(createSnapshot, {
        body: { exam_id: examId, confirm_name: TINY_EXAM_NAME, ...more },
      })
    const ask = (change: object = {}) =>
      app.anonymous.send(studentScore, {
        body: { exam_id: examId, exam_no: '101', password: TEST_PASSWORD, ...change },
      })
    return { ...app, examId, publish, ask }
  }

  test('tell what the signed-in student is told, and nothing before the release', async () => {
    const { examId, publish, ask, signIn } = await open()
    expect((await ask()).error).toMatchObject({ error: 'SCORE_NOT_RELEASED' })
    await publish()
    const student = await signIn('student')
    const own = await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    expect((await ask()).data).toEqual(own.data)
    const head = await signIn('head')
    const refused = await head.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    expect(refused.status).toBe(403)
  })

  test('answer everything that is wrong alike, and end after five tries of a number', async () => {
    const { publish, ask, advance } = await open()
    await publish()
    const wrong = [
      await ask({ password: 'wrong' }),
      // 102 has no account; 999 is nobody.
      await ask({ exam_no: '102' }),
      await ask({ exam_no: '999' }),
      await ask({ exam_id: 4711 }),
    ]
    expect(new Set(wrong.map(({ error }) => error.msg)).size).toBe(1)
    expect(wrong.map(({ error }) => error.error)).toEqual(Array(4).fill('QUERY_NOT_MATCHED'))
    for (let no = 0; no < 4; no++) await ask({ password: 'wrong' })
    expect((await ask()).error).toMatchObject({ error: 'QUERY_LOCKED' })
    advance(16 * 60_000)
    expect((await ask()).status).toBe(200)
  })

  test('end after thirty tries of one address over all numbers', async () => {
    const { publish, ask } = await open()
    await publish()
    for (let no = 0; no < 30; no++) await ask({ exam_no: String(5000 + no) })
    expect((await ask()).error).toMatchObject({ error: 'QUERY_LOCKED' })
  })
})
