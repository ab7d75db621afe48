import {
  benchmarkPapers,
  benchmarkScriptSet,
  blockMasterDetail,
  blockMasterReset,
  blockStatusSet,
  bulkReturns,
  bulkReturnWithdraw,
  checkDetail,
  identicalExport,
  identicalPairs,
  identicalSet,
  identicalVerdict,
  leaderDecide,
  leaderHold,
  leaderList,
  leaderNext,
  ledBlocks,
  markNext,
  masterReview,
  masterSpotCheck,
  paperWords,
  returnWithdraw,
  runningActs,
  spotCheckHold,
} from '@hengjuan/contracts'
import { expect } from 'vitest'
import { openRoleWorld, type RoleWorld, rolesWith, type Use } from './role-world.ts'

const arbiters = rolesWith('marking.arbitrate')
/** Supervisors see every block of their subjects, leaders the blocks they lead. */
const overBlock = rolesWith('marking.arbitrate', 'marking.supervise')

/** Papers on which two markers disagree, some on which they agree, and two that are said to be identical. */
export async function openLeading() {
  const world = await openRoleWorld(
    { candidates: 36, markers: 2, mode: 1, toleranceMilli: 0 },
    { leader: arbiters },
  )
  const { on, give, nextFor, decide, leader, services, inExam, signIn } = world
  const first = await signIn('marker1')
  const second = await signIn('marker2')
  const identical = await sendIdentical(world)
  // On every second paper the marks differ.
  for (const [client, points] of [
    [first, 12_000],
    [second, 9000],
  ] as const)
    for (let round = 0; round < 6; round++) {
      const { data } = await client.send(markNext, { query: { ...on, n: 6 } })
      for (const { reading_id, unit_id } of data.tasks)
        await give(client, reading_id, { scores: [unit_id % 2 === 0 ? points : 10_000] })
    }
  const settled = async () =>
    (
      await services.db
        .selectFrom('unit')
        .select('id')
        .where('final_source', '=', 'COMBINED')
        .orderBy('id')
        .executeTakeFirst()
    )?.id ?? 0
  let returned = 0
  const settledReading = async () =>
    (
      await services.db
        .selectFrom('reading')
        .innerJoin('unit', 'unit.id', 'reading.unit_id')
        .select('reading.id')
        .where('unit.final_source', '=', 'COMBINED')
        .where('reading.role', '=', 'R1')
        .orderBy('unit.id', 'desc')
        .executeTakeFirst()
    )?.id ?? 0
  const arbitration = { mode: 'arbitration', ...on } as const
  const uses: Use[] = [
    { route: ledBlocks, use: ({ client }) => client.send(ledBlocks) },
    {
      route: leaderList,
      use: async ({ client }) => {
        const answer = await client.send(leaderList, { query: arbitration })
        expect(answer.data.total).toBeGreaterThan(0)
        return answer
      },
    },
    {
      route: leaderNext,
      use: async ({ client }) => {
        const answer = await client.send(leaderNext, { query: arbitration })
        expect(answer.data.task).not.toBeNull()
        return answer
      },
    },
    {
      route: paperWords,
      use: async ({ client }) => {
        const reading_id = (await nextFor(client))?.reading_id ?? 0
        return client.send(paperWords, { query: { ...on, reading_id } })
      },
    },
    {
      route: leaderHold,
      use: async ({ client }) => {
        const unit_id = (await nextFor(client))?.unit_id ?? 0
        const answer = await client.send(leaderHold, { body: { mode: 'arbitration', unit_id } })
        expect(answer.data).toEqual({ lost: null, changed: null })
        return answer
      },
    },
    {
      route: leaderDecide,
      use: async ({ client }) => decide(client, (await nextFor(client))?.unit_id ?? 0),
    },
    {
      route: masterSpotCheck,
      use: async ({ client }) => {
        const answer = await client.send(masterSpotCheck, { query: { ...on, percent: 100 } })
        expect(answer.data.task).not.toBeNull()
        // Given back: the next one finds it in the sample.
        const task_detail_id = answer.data.task?.task_detail_id ?? 0
        await client.send(spotCheckHold, { body: { ...on, task_detail_id, leave: 1 } })
        return answer
      },
    },
    {
      route: masterReview,
      use: async ({ client }) => {
        const { data } = await client.send(masterSpotCheck, { query: { ...on, percent: 100 } })
        const task_detail_id = data.task?.task_detail_id ?? 0
        return client.send(masterReview, { body: { ...on, outcome: 'agree', task_detail_id } })
      },
    },
    {
      route: identicalSet,
      use: async ({ client }) => {
        await leader.send(identicalSet, { body: { ...identical, action: 'restore' } })
        const answer = await client.send(identicalSet, { body: { ...identical, action: 'cut' } })
        expect(answer.data.identical_cut).toHaveLength(1)
        return answer
      },
    },
    {
      route: identicalPairs,
      use: async ({ client }) => {
        const answer = await client.send(identicalPairs, { query: on })
        expect(answer.data.pairs).toHaveLength(1)
        return answer
      },
    },
    {
      route: identicalVerdict,
      use: async ({ client }) => {
        const { data } = await client.send(identicalPairs, { query: on })
        const seen_at = data?.pairs[0]?.verdict?.at ?? null
        return client.send(identicalVerdict, {
          body: { ...on, ...identical, outcome: 'keep', seen_at },
        })
      },
    },
    {
      route: identicalExport,
      may: overBlock,
      use: ({ client }) => client.send(identicalExport, { query: inExam }),
    },
    {
      route: blockMasterDetail,
      may: overBlock,
      use: ({ client }) => client.send(blockMasterDetail, { query: { ...inExam, ...on } }),
    },
    {
      route: runningActs,
      may: overBlock,
      use: ({ client }) => client.send(runningActs, { query: inExam }),
    },
    {
      route: bulkReturns,
      may: overBlock,
      use: ({ client }) => client.send(bulkReturns, { query: { ...inExam, ...on } }),
    },
    {
      route: bulkReturnWithdraw,
      use: async ({ client }) => {
        const marker_id = world.school.userIds['marker2'] ?? 0
        const { data } = await client.send(masterReview, {
          body: { ...on, outcome: 'return', marker_id, comment: '请按细则重评' },
        })
        expect(data.changed).toBeGreaterThan(0)
        const body = { ...on, return_id: data.return_id ?? 0 }
        const answer = await client.send(bulkReturnWithdraw, { body })
        expect(answer.data).toMatchObject({ changed: data.changed, refused: 0 })
        return answer
      },
    },
    {
      route: returnWithdraw,
      may: overBlock,
      use: async ({ client }) => {
        const task_detail_id = await settledReading()
        const seen = await leader.send(checkDetail, {
          query: { ...inExam, ...on, task_detail_id },
        })
        await leader.send(masterReview, {
          body: {
            ...on,
            outcome: 'return',
            task_detail_id,
            comment: `请按细则重评，第 ${++returned} 次`,
            version: seen.data.version,
          },
        })
        return client.send(returnWithdraw, { body: { ...on, task_detail_id } })
      },
    },
    {
      route: blockMasterReset,
      may: overBlock,
      use: async ({ client }) =>
        client.send(blockMasterReset, {
          body: { unit_id: await settled(), action: 'escalate', reason: '两评都偏高' },
        }),
    },
    {
      route: blockStatusSet,
      may: [...arbiters, ...rolesWith('marking.setup')],
      use: async ({ client }) => {
        await client.send(blockStatusSet, { body: { ...on, action: 'pause' } })
        return client.send(blockStatusSet, { body: { ...on, action: 'open' } })
      },
    },
    {
      route: benchmarkScriptSet,
      may: overBlock,
      use: async ({ client }) => {
        const { data } = await leader.send(benchmarkPapers, { query: on })
        const unit_id = data.list[0]?.unit_id ?? 0
        return client.send(benchmarkScriptSet, { body: { ...on, unit_id, kind: 'discussion' } })
      },
    },
  ]
  return { world, uses }
}

/** A marker finds two papers identical. @returns the two */
async function sendIdentical({ signIn, on, give }: RoleWorld) {
  const marker = await signIn('marker1')
  const { data } = await marker.send(markNext, { query: { ...on, n: 2 } })
  const [one, other] = data.tasks
  for (const [task, pair] of [
    [one, other],
    [other, one],
  ] as const)
    await give(marker, task?.reading_id ?? 0, {
      problem: { reason: 'identical', pair_code: pair?.secret_code ?? '' },
    })
  return { unit_id: one?.unit_id ?? 0, other_unit_id: other?.unit_id ?? 0 }
}
