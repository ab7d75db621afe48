import {
  blockSettingsGet,
  blockSettingsSet,
  createSnapshot,
  fixOption,
  previewDetail,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, type TestClient, TINY_EXAM_NAME } from '../../testing/index.ts'

const CHINESE = 1
const MATHEMATICS = 2
const WHOLE = { step_milli: 1000, mode: 'half_up' } as const

test('rounding of a subject: the rounding of totals is set by those who set up marking, until results are published', async () => {
  const app = await openTestApp()
  const { examId, candidateIds } = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const on = (subjectId: number) => ({ exam_id: examId, subject_id: subjectId })
  const set = (client: TestClient, subjectId: number, round: object = WHOLE) =>
    client.send(blockSettingsSet, {
      body: { ...on(subjectId), blocks: [], subject_round: round as typeof WHOLE },
    })
  const scoreOf = async (subjectId: number) => {
    const query = { ...on(subjectId), candidate_id: candidateIds['106'] ?? 0 }
    const { data } = await director.send(previewDetail, { query })
    return [data.exact_milli, data.total_milli]
  }
  const roundOf = async (subjectId: number) =>
    (await director.send(blockSettingsGet, { query: on(subjectId) })).data.subject_round

  expect(await roundOf(CHINESE)).toEqual({ step_milli: 0, mode: 'half_up' })
  for (const [account, status] of [
    ['marker1', 403],
    ['head', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const)
    expect([account, (await set(await app.signIn(account), MATHEMATICS)).status]).toEqual([
      account,
      status,
    ])
  expect((await set(director, CHINESE, { step_milli: 300, mode: 'ceil' })).status).toBe(400)
  expect(await scoreOf(MATHEMATICS)).toEqual([6500, 6500])

  const floor = { step_milli: 1000, mode: 'floor' } as const
  for (const [account, round, total] of [
    ['leader', WHOLE, 7000],
    ['admin', floor, 6000],
  ] as const) {
    const saved = await set(await app.signIn(account), MATHEMATICS, round)
    expect(saved.data).toMatchObject({ ok: true, subject_round: round })
    expect(await scoreOf(MATHEMATICS)).toEqual([6500, total])
  }
  expect((await set(director, CHINESE)).status).toBe(200)
  expect(await scoreOf(CHINESE)).toEqual([16_500, 17_000])
  expect(await roundOf(MATHEMATICS)).toEqual(floor)

  // What a changed key would come to is told as it would be scored.
  const seen = await director.send(fixOption, {
    body: { ...on(CHINESE), question_no: '1', answer: ['B'], reason: '答案有误', preview: 1 },
  })
  expect(seen.data.affected.find(({ exam_no }) => exam_no === '106')).toMatchObject({
    total_before_milli: 17_000,
    total_after_milli: 12_000,
  })

  const published = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  expect(published.status).toBe(200)
  const refused = await set(director, CHINESE, floor)
  expect([refused.status, refused.error.msg]).toEqual([
    409,
    '成绩已发布，不能修改科目总分取整，请先撤回发布',
  ])
  expect(await scoreOf(CHINESE)).toEqual([16_500, 17_000])
  expect(await roundOf(CHINESE)).toEqual(WHOLE)
  // What it is already is no change.
  expect((await set(director, CHINESE)).status).toBe(200)
})
