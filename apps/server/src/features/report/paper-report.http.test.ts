import { createSnapshot, reportPaperQuality } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

async function open(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const director = await app.signIn('director')
  const release = async (name: string, startDate: string) => {
    const { examId } = await seedTinyExam(app.services, app.school, { name, startDate })
    await director.send(createSnapshot, { body: { exam_id: examId, confirm_name: name } })
    return examId
  }
  const earlierId = await release('九月月考', '2026-09-20')
  const examId = await release(TINY_EXAM_NAME, '2026-11-10')
  return { app, director, examId, earlierId }
}

everyDatabase('the quality of a paper on %s', (kind) => {
  test('of a subject: tagged questions lie in a table of two ways, others are named', async () => {
    const { app, director, examId } = await open(kind)
    const query = { exam_id: examId, subject_id: 1 }
    const before = await director.send(reportPaperQuality, { query })
    expect(before.data.spec).toBeNull()
    expect(before.data.footer.notes.join()).toContain('知识点')
    await addSheet(app, examId)
    const { data } = await director.send(reportPaperQuality, { query })
    expect(data.spec?.untagged).toEqual(['3'])
    // Question 1: 5, 5, 0, 5, 0, 5 of 5; question 2: 5, 2, 5, 5, 0, 2 of 5.
    expect(
      data.spec?.rows.map(({ point, items, points_milli, rate }) => [
        point,
        items,
        points_milli,
        rate.num,
        rate.den,
      ]),
    ).toEqual([
      ['字音', 2, 10_000, 39_000, 60_000],
      ['成语', 1, 5000, 19_000, 30_000],
    ])
    const all = await director.send(reportPaperQuality, { query: { exam_id: examId } })
    expect([all.data.spec, all.data.item_map, all.data.equating]).toEqual([null, null, null])
  })

  test('papers are set against each other only where enough stands behind it, and it says what', async () => {
    const { director, examId, earlierId } = await open(kind)
    const ask = async (anchors: string) => {
      const { data } = await director.send(reportPaperQuality, {
        query: { exam_id: examId, subject_id: 1, compare_exam_id: earlierId, anchors },
      })
      return [data.equating?.slope, data.equating?.reason]
    }
    expect(await ask('1:1,9:9')).toEqual([null, '本卷没有第 9 题'])
    expect(await ask('1:3')).toEqual([null, '第 1 题在两卷里满分不同，不是同一道题'])
    expect(await ask('1:1,2:2')).toEqual([null, '仅 2 道锚题，至少要 5 道'])
  })

  test('a plan of easy, medium and hard is as it is typed, and nothing else', async () => {
    const { director, examId } = await open(kind)
    const { data } = await director.send(reportPaperQuality, {
      query: { exam_id: examId, plan: '4:4:2' },
    })
    expect(data.plan).toEqual([4, 4, 2])
    const wrong = await director.send(reportPaperQuality, {
      query: { exam_id: examId, plan: '4-4-2' },
    })
    expect(wrong.error.error).toBe('INPUT_INVALID')
  })
})

async function addSheet(app: Awaited<ReturnType<typeof openTestApp>>, examId: number) {
  await app.services.db
    .insertInto('answer_sheet')
    .values({
      school_id: app.school.schoolId,
      exam_id: examId,
      subject_id: 1,
      type: 1,
      name: '语文',
      version: 1,
      sheet_code: 4242,
      share_type: 0,
      locked_by: null,
      locked_at: null,
      is_template: 0,
      design: '{}',
      geometry: '{}',
      template: '{}',
      block_plan: null,
      knowledge: JSON.stringify({ 1: ['字音'], 2: ['字音', '成语'] }),
      created_by: app.school.userIds['admin'] ?? 0,
      created_at: '2026-11-01T00:00:00.000Z',
      updated_at: '2026-11-01T00:00:00.000Z',
    })
    .execute()
}
