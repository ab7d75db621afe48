import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScripts,
  benchmarkScriptSet,
  flaggedPapers,
  messageSend,
  messagesGet,
  messagesRead,
  messagesUnread,
  noteSet,
  qualificationDecide,
  qualificationResults,
  notesGet,
  notesRead,
  riskCare,
  reportExampleSet,
  riskPapers,
  rubricGet,
  rubricSet,
  rubricUse,
  rubricUseExport,
  seedClear,
  seedResults,
} from '@hengjuan/contracts'
import { expect } from 'vitest'
import { openRoleWorld, rolesWith, type Use } from './role-world.ts'

const leaders = rolesWith('marking.mark').filter(
  (role) => !rolesWith('marking.supervise').includes(role),
)
/** Those on the leaders' side of a conversation, by the role or by leading the block. */
const leadersSide = [...rolesWith('marking.supervise'), ...leaders]

/** A block with papers to choose scripts from, a marker to write to, and one whom seeds have stopped. */
export async function openQuality() {
  const world = await openRoleWorld({ candidates: 60, mode: 1 }, { leader: leaders })
  const { on, inExam, leader, services, markerIds, signIn, take, give } = world
  const [writer = 0, stopped = 0] = markerIds
  const { data: answered } = await leader.send(messageSend, {
    body: { ...on, text: '步骤完整给满分', marker_id: writer },
  })
  const marker = await signIn('marker1')
  await give(marker, await take(marker), {
    problem: { reason: 'emotional_or_risk', note: '作答中提到伤害自己' },
  })
  /** A script of a paper that no script is made of yet. */
  const newScript = async () => {
    const { data } = await leader.send(benchmarkPapers, { query: on })
    const { data: made } = await leader.send(benchmarkScriptSet, {
      body: { ...on, unit_id: data.list[0]?.unit_id ?? 0, kind: 'seed' },
    })
    return { ...on, script_id: made.script_id, scores: [12_000] }
  }
  const flagged = await services.db
    .selectFrom('unit')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await services.db
    .updateTable('unit')
    .set({ flags: '{"paper":["excellent"]}', final_milli: 12_000 })
    .where('id', '=', flagged.id)
    .execute()
  const uses: Use[] = [
    {
      route: reportExampleSet,
      may: leadersSide,
      use: ({ client }) =>
        client.send(reportExampleSet, {
          body: {
            ...on,
            unit_id: flagged.id,
            action: 'publish',
            flag: 'excellent',
            is_anonymous: 1,
          },
        }),
    },
    {
      route: benchmarkPapers,
      may: leadersSide,
      use: ({ client }) => client.send(benchmarkPapers, { query: on }),
    },
    {
      route: flaggedPapers,
      may: leadersSide,
      use: ({ client }) => client.send(flaggedPapers, { query: on }),
    },
    {
      route: benchmarkScripts,
      may: leadersSide,
      use: ({ client }) => client.send(benchmarkScripts, { query: on }),
    },
    {
      route: benchmarkMark,
      may: leadersSide,
      use: async ({ client }) => client.send(benchmarkMark, { body: await newScript() }),
    },
    {
      route: benchmarkDefinitive,
      may: leadersSide,
      use: async ({ client }) => {
        const body = await newScript()
        for (const who of [leader, client]) await who.send(benchmarkMark, { body })
        return client.send(benchmarkDefinitive, { body })
      },
    },
    {
      route: seedResults,
      may: leadersSide,
      use: ({ client }) => client.send(seedResults, { query: on }),
    },
    {
      route: seedClear,
      may: leadersSide,
      use: async ({ client }) => {
        await services.db
          .updateTable('block_marker')
          .set({ seed_state: 'warned' })
          .where('user_id', '=', stopped)
          .execute()
        return client.send(seedClear, { body: { ...on, marker_id: stopped } })
      },
    },
    {
      route: qualificationResults,
      may: leadersSide,
      use: ({ client }) => client.send(qualificationResults, { query: on }),
    },
    {
      route: qualificationDecide,
      may: leadersSide,
      use: async ({ client }) => {
        // Whoever was admitted before has to qualify anew; at first there is nobody to ask.
        const about = { ...on, marker_id: writer }
        await leader.send(qualificationDecide, { body: { ...about, action: 'again' } })
        return client.send(qualificationDecide, {
          body: { ...about, action: 'admit', note: '多年阅卷经验' },
        })
      },
    },
    { route: messagesUnread, use: ({ client }) => client.send(messagesUnread, { query: inExam }) },
    {
      route: messageSend,
      may: leadersSide,
      use: ({ client }) =>
        client.send(messageSend, { body: { ...on, marker_id: writer, text: '请看第二问' } }),
    },
    {
      route: messagesGet,
      may: leadersSide,
      use: ({ client }) => client.send(messagesGet, { query: { ...on, marker_id: writer } }),
    },
    {
      route: messagesRead,
      may: leadersSide,
      use: ({ client }) =>
        client.send(messagesRead, {
          body: { ...on, marker_id: writer, last_id: answered.message_id },
        }),
    },
    {
      route: noteSet,
      may: leadersSide,
      use: ({ client }) =>
        client.send(noteSet, { body: { ...on, action: 'save', message_id: answered.message_id } }),
    },
    {
      route: notesGet,
      may: leadersSide,
      use: ({ client }) => client.send(notesGet, { query: on }),
    },
    {
      route: notesRead,
      may: leadersSide,
      use: async ({ client }) => {
        const { data } = await leader.send(notesGet, { query: on })
        const last_id = data.list[0]?.note_id ?? 0
        return client.send(notesRead, { body: { ...on, last_id } })
      },
    },
    {
      route: rubricGet,
      may: leadersSide,
      use: ({ client }) => client.send(rubricGet, { query: on }),
    },
    {
      route: rubricSet,
      may: [...rolesWith('marking.setup').filter((role) => leadersSide.includes(role)), ...leaders],
      use: async ({ client }) => {
        const { data } = await leader.send(rubricGet, { query: on })
        return client.send(rubricSet, {
          body: {
            ...on,
            base_version: data.version,
            text: `${data.shown.text}又一步。`,
            entries: [{ point_id: data.points[0]?.id ?? 0, text: '公式正确', milli: 2000 }],
          },
        })
      },
    },
    {
      route: rubricUse,
      may: leadersSide,
      use: ({ client }) => client.send(rubricUse, { query: on }),
    },
    {
      route: rubricUseExport,
      may: leadersSide,
      // There are entries: `rubricSet` was tried before.
      use: ({ client }) => client.send(rubricUseExport, { query: on }),
    },
    {
      route: riskPapers,
      use: async ({ client }) => {
        const answer = await client.send(riskPapers, { query: {} })
        expect(answer.data?.list).toHaveLength(1)
        return answer
      },
    },
    {
      route: riskCare,
      use: async ({ client }) => {
        const { data } = await client.send(riskPapers, { query: {} })
        const body = { risk_id: data.list[0]?.risk_id ?? 0, note: '已联系班主任和家长' }
        return client.send(riskCare, { body })
      },
    },
  ]
  return { world, uses }
}
