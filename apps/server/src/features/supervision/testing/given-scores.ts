import { markNext, markSubmit } from '@hengjuan/contracts'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'

/** A block of 20 points; each row is who gave which score, in points, in the order of marking. */
export async function openGiven(
  kind: 'sqlite' | 'postgres',
  given: readonly (readonly [string, number])[],
  wanted: Wanted = {},
) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 4, ...wanted })
  const { blockId, examId } = marked
  const readings: { id: number; unitId: number }[] = []
  for (const [who, score] of given) {
    const marker = await app.signIn(who)
    app.advance(60_000)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const [task] = data.tasks
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: `key-of-${task?.reading_id}`,
        scores: [score * 1000],
        active_ms: 3000,
      },
    })
    readings.push({ id: task?.reading_id ?? 0, unitId: task?.unit_id ?? 0 })
  }
  const on = { exam_id: examId, block_id: blockId }
  return { ...app, ...marked, readings, on, leader: await app.signIn('leader') }
}
