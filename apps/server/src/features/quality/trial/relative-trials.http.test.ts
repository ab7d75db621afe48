import { qualificationWaiting } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import type { Services } from '../../../services.ts'
import { removePairs, writePairs } from '../../marking-setup/avoidance/avoided-pairs.ts'
import { openTrialWorld } from '../../marking/testing/trial-world.ts'

async function candidateOf({ db }: Pick<Services, 'db'>, scriptId: number): Promise<number> {
  const { candidate_id } = await db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .select('unit.candidate_id')
    .where('benchmark_script.id', '=', scriptId)
    .executeTakeFirstOrThrow()
  return candidate_id
}

everyDatabase('papers of a relative on %s', (kind) => {
  test('are not practised on, and the one that was on the desk makes way for another', async () => {
    const { agree, own, give, services, examId, markerIds, leaderId } = await openTrialWorld(kind)
    const scripts = [await agree(12, 'practice'), await agree(8, 'practice')]
    const shown = (await own()).task?.script_id ?? 0
    const candidateId = await candidateOf(services, shown)
    const pair = { markerId: markerIds[0] ?? 0, candidateId, relation: '子女' }
    const { pairIds } = await writePairs(services, examId, [pair], leaderId)

    const now = await own()
    expect(now.task?.script_id).toBe(scripts.find((id) => id !== shown))
    expect(now.practice_total).toBe(1)
    // What was begun on it is refused in words, and tells nothing of its score.
    const late = await give(shown, 12)
    expect(late.status).toBe(409)
    expect(JSON.stringify(late.error)).not.toContain('definitive')

    await removePairs(services, examId, pairIds, leaderId)
    expect((await own()).practice_total).toBe(2)
  })

  test('are in no set that a marker qualifies with', async () => {
    const { agree, own, markSet, services, examId, markerIds, leaderId, leader } =
      await openTrialWorld(kind)
    for (const points of [8, 9, 10, 11, 12, 13]) await agree(points, 'calibration')
    const first = (await own()).task?.script_id ?? 0
    const pair = { markerId: markerIds[0] ?? 0, candidateId: await candidateOf(services, first) }
    await writePairs(services, examId, [{ ...pair, relation: '子女' }], leaderId)
    expect((await own()).set_total).toBe(3)
    expect(await markSet(20)).not.toContain(first)
    // Failed, with no other set: without the relative's paper there is too little left, and the leader hears of it.
    expect((await own()).waits).toBe('no_set')
    const { data } = await leader.send(qualificationWaiting, { query: { exam_id: examId } })
    expect(data.list).toMatchObject([{ to_decide: 1 }])
  })
})
