import { createSnapshot, reportRankBands } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

/*
 * Six complete totals: 28, 23 and 23 in class 1, 23, 7 and 3 in class 2; one of class 1 is partial, one of class 2 absent.
 */
async function open() {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const released = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  expect(released.status).toBe(200)
  return { director, query: { exam_id: examId } }
}

test('bands of ranks: ties fill a band, and a class is seen against its size', async () => {
  const { director, query } = await open()
  const { data } = await director.send(reportRankBands, { query: { ...query, width: 2 } })
  expect(data.rows.map(({ label, count, by_group }) => [label, count, by_group])).toEqual([
    ['1–2 名', 4, [3, 1]],
    ['3–4 名', 0, [0, 0]],
    ['5–6 名', 2, [0, 2]],
  ])
  expect(data.rows.map(({ over_expected }) => over_expected)).toEqual([
    [1.5, 0.5],
    [null, null],
    [0, 2],
  ])
})
