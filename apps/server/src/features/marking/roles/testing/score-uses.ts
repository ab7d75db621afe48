import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  imageResource,
  missingImages,
  scoreInspectDetail,
  scoreInspectExport,
  scoreInspectList,
  scoreInspectRecord,
  scoreInspectUpdate,
  signImage,
} from '@hengjuan/contracts'
import { expect } from 'vitest'
import { openRoleWorld, type RoleWorld, type Use } from './role-world.ts'

/** A marked paper whose picture is in the store. */
export async function openScores() {
  const world = await openRoleWorld({ candidates: 1 })
  const { inExam, inSubject, candidateIds, signIn, take, give, anonymous } = world
  const marker = await signIn('marker1')
  await give(marker, await take(marker), { scores: [12_000] })
  const hash = await storePicture(world)
  const candidate = { ...inSubject, candidate_id: candidateIds[0] ?? 0 }
  const uses: Use[] = [
    {
      route: scoreInspectList,
      use: ({ client }) => client.send(scoreInspectList, { query: inSubject }),
    },
    {
      route: scoreInspectDetail,
      use: ({ client }) => client.send(scoreInspectDetail, { query: candidate }),
    },
    {
      route: scoreInspectUpdate,
      use: async ({ client }) => {
        const { data } = await client.send(scoreInspectDetail, { query: candidate })
        const { unit_id = 0, version = 0, final_points = [] } = data.blocks[0] ?? {}
        return client.send(scoreInspectUpdate, {
          body: { ...candidate, unit_id, version, scores: final_points, reason: '复核无误' },
        })
      },
    },
    {
      route: scoreInspectRecord,
      use: ({ client }) => client.send(scoreInspectRecord, { query: inSubject }),
    },
    {
      route: scoreInspectExport,
      use: ({ client }) => client.send(scoreInspectExport, { query: inSubject }),
    },
    {
      route: signImage,
      use: ({ client }) => client.send(signImage, { query: { ...inExam, hash } }),
    },
    {
      route: imageResource,
      use: async ({ client, userId }) => {
        const address = world.services.links.sign(hash, '', userId)
        const { searchParams } = new URL(address, 'http://here')
        const query = {
          hash,
          sig: searchParams.get('sig') ?? '',
          expires: Number(searchParams.get('expires')),
        }
        // Who was given the address sees the picture; another address is another picture, or none.
        for (const change of [
          { sig: 'x'.repeat(query.sig.length) },
          { hash: 'b'.repeat(64) },
          { expires: query.expires + 1 },
        ])
          expect(
            (await client.send(imageResource, { query: { ...query, ...change } })).status,
          ).toBe(403)
        expect((await anonymous.send(imageResource, { query })).status).toBe(401)
        return client.send(imageResource, { query })
      },
    },
    { route: missingImages, use: ({ client }) => client.send(missingImages, { query: inExam }) },
  ]
  return { world, uses }
}

/** The picture that `seedMarking` gives all papers. @returns its hash */
async function storePicture({ services: { db, images } }: RoleWorld): Promise<string> {
  const bytes = Buffer.from('the picture of a paper')
  const object_hash = createHash('sha256').update(bytes).digest('hex')
  const hash = 'a'.repeat(64)
  await db
    .insertInto('image')
    .values({
      hash,
      object_hash,
      byte_offset: 0,
      byte_length: bytes.length,
      mime: 'image/png',
      width_px: 800,
      height_px: 300,
      created_at: '2026-11-20T00:00:00.000Z',
    })
    .execute()
  await images.put(Readable.from([bytes]), object_hash, 1000)
  return hash
}
