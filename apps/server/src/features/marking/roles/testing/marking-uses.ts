import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScriptSet,
  blockSettingsSet,
  markCorrect,
  markCorrectMore,
  markInfo,
  markingKeys,
  markingKeysSet,
  markNext,
  markReturn,
  markStatus,
  markSubmit,
  ownQualification,
  ownTasks,
  ownTasksExport,
  qualificationDecide,
  qualificationResults,
  qualificationWaiting,
  trialMark,
} from '@hengjuan/contracts'
import { expect } from 'vitest'
import { openRoleWorld, type Person, rolesWith, type Use } from './role-world.ts'

const markers = rolesWith('marking.mark')

/** Everybody who marks reads the same block; who only arbitrates leads it. */
export async function openMarking() {
  const arbiters = rolesWith('marking.arbitrate').filter((role) => !markers.includes(role))
  const world = await openRoleWorld({ candidates: 24 }, { marker: markers, leader: arbiters })
  const { on, take, give, idemKey } = world
  const last = async ({ client }: Person) =>
    (await client.send(markNext, { query: { ...on, marked: 1 } })).data.tasks[0]?.reading_id ?? 0
  const uses: Use[] = [
    { route: ownTasks, use: ({ client }) => client.send(ownTasks, { query: {} }) },
    { route: ownTasksExport, use: ({ client }) => client.send(ownTasksExport) },
    { route: markInfo, use: ({ client }) => client.send(markInfo, { query: on }) },
    {
      route: markNext,
      use: async ({ client }) => {
        const answer = await client.send(markNext, { query: { ...on, n: 1 } })
        expect(answer.data?.tasks ?? [0]).toHaveLength(1)
        return answer
      },
    },
    {
      route: markSubmit,
      use: async ({ client }) => give(client, await take(client), { scores: [12_000] }),
    },
    {
      route: markCorrect,
      use: async (person) =>
        person.client.send(markCorrect, {
          body: {
            ...on,
            reading_id: await last(person),
            idem_key: idemKey(),
            scores: [11_000],
          },
        }),
    },
    {
      route: markCorrectMore,
      use: async (person) => {
        const item = { reading_id: await last(person), idem_key: idemKey(), scores: [10_000] }
        const answer = await person.client.send(markCorrectMore, { body: { ...on, items: [item] } })
        expect(answer.data.changed).toBe(1)
        return answer
      },
    },
    {
      route: markStatus,
      use: ({ client }) => client.send(markStatus, { query: { ...on, renew: 1 } }),
    },
    {
      route: markReturn,
      use: async ({ client }) => {
        const reading_ids = [await take(client)]
        const answer = await client.send(markReturn, { body: { ...on, reading_ids } })
        expect(answer.data.returned).toBe(1)
        return answer
      },
    },
    {
      route: markReturn,
      use: async (person) => {
        const take_back = [await last(person)]
        const answer = await person.client.send(markReturn, { body: { ...on, take_back } })
        expect(answer.data.taken_back).toBe(1)
        return answer
      },
    },
    { route: markingKeys, use: ({ client }) => client.send(markingKeys) },
    {
      route: markingKeysSet,
      use: ({ client }) =>
        client.send(markingKeysSet, {
          body: { profile: 'standard', letters_off: true, changes: {} },
        }),
    },
    { route: ownQualification, use: ({ client }) => client.send(ownQualification, { query: on }) },
  ]
  return { world, uses }
}

/** A block that asks its markers to practise first, with one agreed paper to practise on. */
export async function openTrial() {
  const world = await openRoleWorld({ candidates: 4, mode: 1 }, { marker: markers })
  const { on, leader, admin, idemKey, inSubject, markerIds } = world
  const { data: papers } = await leader.send(benchmarkPapers, { query: on })
  const { data: made } = await leader.send(benchmarkScriptSet, {
    body: { ...on, unit_id: papers.list[0]?.unit_id ?? 0, kind: 'practice' },
  })
  const script = { ...on, script_id: made.script_id, scores: [12_000] }
  await leader.send(benchmarkMark, { body: script })
  await leader.send(benchmarkDefinitive, { body: { ...script, alone: 1 } })
  await admin.send(blockSettingsSet, { body: { ...inSubject, blocks: [{ ...on, qualify: 1 }] } })
  const about = { ...on, marker_id: markerIds[0] ?? 0 }
  const uses: Use[] = [
    {
      route: trialMark,
      use: async ({ client }) => {
        const answer = await client.send(trialMark, {
          body: { ...on, script_id: made.script_id, idem_key: idemKey(), scores: [11_000] },
        })
        expect(answer.data.feedback).toMatchObject({ definitive_milli: 12_000, is_within: true })
        return answer
      },
    },
    {
      route: qualificationResults,
      use: ({ client }) => client.send(qualificationResults, { query: on }),
    },
    {
      route: qualificationWaiting,
      use: ({ client }) =>
        client.send(qualificationWaiting, { query: { exam_id: inSubject.exam_id } }),
    },
    {
      route: qualificationDecide,
      use: async ({ client }) => {
        // Whoever was admitted before has to qualify anew; at first there is nobody to ask.
        await leader.send(qualificationDecide, { body: { ...about, action: 'again' } })
        return client.send(qualificationDecide, {
          body: { ...about, action: 'admit', note: '多年阅卷经验' },
        })
      },
    },
  ]
  return { world, uses }
}
