import { openTestApp, seedTinyExam } from '../../../testing/index.ts'

/**
 * The tiny exam with two papers taken back into marking: 101 is in the hands of marker 2 since an hour,
 * 102 lies in the pool; 103 waits for arbitration, 104 is a problem paper. All of 阅读 (语文).
 */
export async function openMarking(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const exam = await seedTinyExam(app.services, app.school)
  const { db } = app.services
  const block = exam.blockIds[1]?.[0] ?? 0
  const unitOf = async (examNo: string) =>
    (
      await db
        .selectFrom('unit')
        .select('id')
        .where('block_id', '=', block)
        .where('candidate_id', '=', exam.candidateIds[examNo] ?? 0)
        .executeTakeFirstOrThrow()
    ).id
  const put = async (examNo: string, state: string) => {
    const id = await unitOf(examNo)
    await db
      .updateTable('unit')
      .set({
        state,
        final_milli: null,
        final_points: null,
        final_source: null,
        free_role: state === 'READY' ? 'R1' : null,
      })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('reading').where('unit_id', '=', id).execute()
    return id
  }
  const held = await put('101', 'READY')
  await put('102', 'READY')
  await put('103', 'ARBITRATION')
  await put('104', 'PROBLEM')
  await db
    .updateTable('unit')
    .set({ images: '["page"]', free_role: null })
    .where('id', '=', held)
    .execute()
  await db
    .insertInto('reading')
    .values({
      unit_id: held,
      block_id: block,
      role: 'R1',
      marker_id: app.school.userIds['marker2'] ?? 0,
      state: 'claimed',
      rev: 1,
      claimed_at: '2026-11-20T00:00:00.000Z',
      lease_until: '2026-11-20T02:00:00.000Z',
      flags: '[]',
    })
    .execute()
  return { app, block, ...exam }
}
