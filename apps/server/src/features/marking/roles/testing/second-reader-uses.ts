import {
  readerBlocks,
  readerPapers,
  readerScores,
  secondReaderExport,
  secondReaderImport,
  secondReaderPanel,
  secondReaderReference,
  secondReaderRegister,
  secondReaders,
  secondReaderSwitch,
  secondReaderTemplate,
  secondReaderToken,
} from '@hengjuan/contracts'
import { expect } from 'vitest'
import { xlsxFile } from '../../../../testing/index.ts'
import { openRoleWorld, rolesWith, type Use } from './role-world.ts'

const markers = rolesWith('marking.mark')

/** A block that everybody who marks reads, and a program that reads it as well and has scored all of it. */
export async function openSecondReaders() {
  const world = await openRoleWorld({ candidates: 24 }, { marker: markers })
  const { on, inExam, admin, anonymous, take, give, idemKey, services } = world
  let versions = 0
  const label = () => ({
    ...inExam,
    name: '作文评阅',
    version: `1.${++versions}`,
    maker: '教研中心',
    purpose: '与阅卷教师的给分对照',
  })
  const { data: made } = await admin.send(secondReaderRegister, { body: label() })
  const headers = { authorization: `Bearer ${made.token}` }
  const turnedOn = { ...inExam, block_ids: [on.block_id], reader_id: made.reader_id }
  await admin.send(secondReaderSwitch, { body: turnedOn })
  const query = { ...on, limit: 100 }
  const { data: papers } = await anonymous.send(readerPapers, { query }, { headers })
  const items = papers.list.map(({ code, picture }) => ({ code, picture, scores: [6000] }))
  const sent = { ...on, idem_key: idemKey(), items }
  expect((await anonymous.send(readerScores, { body: sent }, { headers })).status).toBe(200)
  // One paper has its mark, so that there is something to export.
  const first = await world.signIn('marker1')
  await give(first, await take(first), { scores: [6000] })
  const file = xlsxFile([
    ['密号', '得分'],
    [items[0]?.code ?? '', '7'],
  ])
  const uses: Use[] = [
    { route: secondReaders, use: ({ client }) => client.send(secondReaders, { query: inExam }) },
    {
      route: secondReaderRegister,
      use: ({ client }) => client.send(secondReaderRegister, { body: label() }),
    },
    {
      route: secondReaderToken,
      use: async ({ client }) => {
        // A reader of its own: the one that is switched on goes on reading.
        const { data } = await admin.send(secondReaderRegister, { body: label() })
        const body = { ...inExam, reader_id: data.reader_id, action: 'revoke' as const }
        return client.send(secondReaderToken, { body })
      },
    },
    {
      route: secondReaderSwitch,
      use: ({ client }) => client.send(secondReaderSwitch, { body: turnedOn }),
    },
    {
      route: secondReaderPanel,
      use: async ({ client }) => {
        const answer = await client.send(secondReaderPanel, { query: on })
        expect(answer.data?.scored ?? 24).toBe(24)
        return answer
      },
    },
    {
      route: secondReaderExport,
      use: ({ client }) => client.send(secondReaderExport, { query: on }),
    },
    {
      route: secondReaderTemplate,
      use: ({ client }) => client.send(secondReaderTemplate, { query: on }),
    },
    {
      route: secondReaderImport,
      use: ({ client }) =>
        client.send(secondReaderImport, { query: { ...on, preview: 1 } }, { file }),
    },
    {
      route: secondReaderReference,
      use: async ({ client }) => {
        const reading_id = await take(client)
        await give(client, reading_id, { scores: [12_000] })
        const answer = await client.send(secondReaderReference, { query: { ...on, reading_id } })
        if (answer.status === 200) expect(answer.data.reference?.total_milli).toBe(6000)
        return answer
      },
    },
    // Only the token of a reader opens these: no role does.
    { route: readerBlocks, may: [], use: ({ client }) => client.send(readerBlocks) },
    { route: readerPapers, may: [], use: ({ client }) => client.send(readerPapers, { query: on }) },
    {
      route: readerScores,
      may: [],
      use: async ({ client }) => {
        const count = () => services.db.selectFrom('second_reader_batch').select('id').execute()
        const before = await count()
        const answer = await client.send(readerScores, { body: { ...sent, idem_key: idemKey() } })
        expect(await count()).toEqual(before)
        return answer
      },
    },
  ]
  return { world, uses }
}
