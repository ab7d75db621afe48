import { markerHelpers } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { seedExam } from '../../testing/seed-exam.ts'

everyDatabase('who could help with a block, on %s', (kind) => {
  test('is who has nothing left to mark, also not in another subject', async () => {
    const app = await openTestApp(kind)
    const { db } = app.services
    const { studentIds, userIds } = app.school
    const [marker1 = 0, marker2 = 0, marker3 = 0] = ['marker1', 'marker2', 'marker3'].map(
      (account) => userIds[account] ?? 0,
    )
    const blockOf = (name: string, markers: number[]) => ({
      name,
      points: [{ no: name, fullMilli: 10_000 }],
      markers,
    })
    const { examId, blockIds } = await seedExam(db, app.school, {
      name: '联考',
      gradeId: 10,
      subjects: [
        { id: 1, blocks: [blockOf('阅读', [marker1]), blockOf('作文', [marker2])] },
        { id: 2, blocks: [blockOf('解答', [marker3])] },
      ],
      candidates: [
        {
          studentId: studentIds[0] ?? 0,
          examNo: '101',
          subjects: { 1: { finals: [[5000], [5000]] }, 2: { finals: [[5000]] } },
        },
      ],
    })
    const [reading = 0] = blockIds[1] ?? []
    const [answer = 0] = blockIds[2] ?? []
    const putBack = async (block_id: number) => {
      await db.deleteFrom('reading').where('block_id', '=', block_id).execute()
      await db
        .updateTable('unit')
        .set({ state: 'READY', final_milli: null, final_points: null, free_role: 'R1' })
        .where('block_id', '=', block_id)
        .execute()
    }
    const director = await app.signIn('director')
    const query = { exam_id: examId, block_id: reading }
    const helpers = async (block_id = reading) =>
      (await director.send(markerHelpers, { query: { ...query, block_id } })).data

    await putBack(reading)
    await putBack(answer)
    const found = { marker_id: marker2, name: '阅卷老师2', block_name: '作文' }
    expect(await helpers()).toEqual({ count: 1, list: [found] })
    // That block is done and needs nobody.
    expect(await helpers(blockIds[1]?.[1])).toEqual({ count: 0, list: [] })
    // With work in the other subject as well, they have something left.
    await db
      .insertInto('block_marker')
      .values({ block_id: answer, user_id: marker2, duty: 'marker', weight: 1 })
      .execute()
    expect(await helpers()).toEqual({ count: 0, list: [] })

    const marker = await app.signIn('marker1')
    expect((await marker.send(markerHelpers, { query })).status).toBe(403)
  })
})
