import { avoidedPairSet, masterReview } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openGiven } from './testing/given-scores.ts'

everyDatabase('all that a marker gave is sent back at once on %s', (kind) => {
  const opened = async () => {
    const app = await openGiven(
      kind,
      [8, 9, 12, 14].map((score) => ['marker1', score] as const),
    )
    const { leader, on, school, readings, examId, services, signIn } = app
    const { block_id } = on
    const body = { block_id, outcome: 'return' as const, marker_id: school.userIds['marker1'] ?? 0 }
    const candidateOf = async (place: number) => {
      const { candidate_id } = await services.db
        .selectFrom('unit')
        .select('candidate_id')
        .where('id', '=', readings[place]?.unitId ?? 0)
        .executeTakeFirstOrThrow()
      return candidate_id
    }
    return {
      ...app,
      preview: async () =>
        (await leader.send(masterReview, { body: { ...body, preview: 1 } })).data,
      sendBack: async () =>
        (await leader.send(masterReview, { body: { ...body, comment: '请按细则重评' } })).data,
      /** The leader is a relative of who wrote this paper. */
      relate: async (place: number) => {
        const director = await signIn('director')
        const { status } = await director.send(avoidedPairSet, {
          body: {
            exam_id: examId,
            action: 'add',
            marker_id: school.userIds['leader'] ?? 0,
            candidate_id: await candidateOf(place),
            relation: '父子',
          },
        })
        expect(status).toBe(200)
      },
    }
  }

  test('and before it happens as many are counted as go back then', async () => {
    const { preview, sendBack, relate, services, readings } = await opened()
    // Whose paper a relative decides nothing about, and one sent back too often.
    await relate(0)
    await services.db
      .updateTable('reading')
      .set({ rejections: 2 })
      .where('id', '=', readings[2]?.id ?? 0)
      .execute()
    const counted = await preview()
    expect(counted).toMatchObject({ total: 4, changed: 2, escalated: 1, refused: 1 })
    expect(counted.reasons).toHaveLength(1)
    expect(await sendBack()).toEqual(counted)
    const states = await services.db.selectFrom('unit').select('state').execute()
    expect(states.map(({ state }) => state).toSorted()).toEqual([
      'ARBITRATION',
      'FINAL',
      'REJECTED',
      'REJECTED',
    ])
    expect(await preview()).toMatchObject({ total: 2, changed: 0, refused: 2 })
  })
})
