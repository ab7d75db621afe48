import { readFileSync } from 'node:fs'
import { mayEnter, type Route } from '@hengjuan/contracts'
import { rolesThatMay } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { openLeading } from './testing/leader-uses.ts'
import { openMarking, openTrial } from './testing/marking-uses.ts'
import { openQuality } from './testing/quality-uses.ts'
import type { Person, RoleWorld, Use } from './testing/role-world.ts'
import { openScores } from './testing/score-uses.ts'
import { openSecondReaders } from './testing/second-reader-uses.ts'
import { openManaged, openSetup } from './testing/setup-uses.ts'
import { openSupervision } from './testing/supervision-uses.ts'

/** Each opens a world in which its calls can be used by everybody who may. */
const PARTS: Record<string, () => Promise<{ world: RoleWorld; uses: Use[] }>> = {
  marking: openMarking,
  qualification: openTrial,
  leading: openLeading,
  supervision: openSupervision,
  'quality and messages': openQuality,
  'settings and allocation': openSetup,
  'relatives and stuck papers': openManaged,
  'scores and pictures': openScores,
  'programs that read beside the markers': openSecondReaders,
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const used = new Set<string>()

describe('every call about marking, as each role that may and as those that may not', () => {
  test.for(Object.entries(PARTS))('%s', async ([, open]) => {
    const { world, uses } = await open()
    const wrong: string[] = []
    for (const one of uses) {
      used.add(nameOf(one.route))
      for (const person of world.people) {
        const problem = await tried(one, person)
        if (problem) wrong.push(`${nameOf(one.route)} as ${person.role}: ${problem}`)
      }
      wrong.push(...(await triedByStrangers(one, world)))
    }
    expect(wrong).toEqual([])
  })

  test('no call of the area is left out, and all stand in the document', () => {
    const paths = JSON.parse(
      readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
    ) as { paths: Record<string, Record<string, unknown>> }
    const listed = ['specification-calls.tsv', 'added-calls.tsv']
      .flatMap((file) =>
        readFileSync(
          new URL(`../../../../../../packages/contracts/${file}`, import.meta.url),
          'utf8',
        ).split('\n'),
      )
      .map((line) => line.split('\t'))
      .filter(
        ([area, , path]) =>
          area === 'marking' || path?.startsWith('/v1/joint/task/alloc/') === true,
      )
    expect(listed.length).toBeGreaterThan(80)
    const missing = listed.flatMap(([, method = '', path = '']) => [
      ...(paths.paths[path]?.[method.toLowerCase()] ? [] : [`${method} ${path}: not served`]),
      ...(used.has(`${method} ${path}`) ? [] : [`${method} ${path}: not tried`]),
    ])
    expect(missing).toEqual([])
  })
})

/**
 * Those who may not whatever their role: nobody who is signed in, and for what is looked up by an id somebody with
 * every right in another school.
 */
async function triedByStrangers(one: Use, { anonymous, stranger }: RoleWorld): Promise<string[]> {
  const { route } = one
  const { access } = route
  const name = nameOf(route)
  const unknown = access.kind === 'anyone' ? 401 : (await anonymous.send(route, {})).status
  const isLookedUp = access.kind === 'can' && Object.keys(access.on).length > 0
  const foreign = isLookedUp && route.method === 'GET' ? await statusOf(one, stranger) : 404
  return [
    ...(unknown === 401 ? [] : [`${name} as nobody: ${unknown}`]),
    ...([403, 404].includes(foreign) ? [] : [`${name} as ${stranger.role} elsewhere: ${foreign}`]),
  ]
}

/** Of a call, or of one that prepares it and is refused already. */
async function statusOf({ use }: Use, person: Person): Promise<number> {
  let refusal: number | null = null
  const send: Person['client']['send'] = async (...call) => {
    const answer = await person.client.send(...call)
    if (answer.status !== 200) refusal ??= answer.status
    return answer
  }
  try {
    const { status } = await use({ ...person, client: { ...person.client, send } })
    return refusal ?? status
  } catch (error) {
    if (refusal === null) throw error
    return refusal
  }
}

/** @returns what is wrong with how the call received this person; null when nothing is */
async function tried({ route, may, use }: Use, person: Person): Promise<string | null> {
  // What everybody may who is signed in stands for what anyone may.
  const access =
    route.access.kind === 'can' ? route.access : { permission: 'account.self' as const }
  if ((may ?? rolesThatMay(access.permission)).includes(person.role)) {
    const { status, error } = await use(person)
    return status === 200 ? null : `${status} ${error?.msg}`
  }
  // Without the permission nothing of the request is looked at; with it, or with one to lead blocks where leaders
  // may, who does not belong to the block is told so, or that there is none.
  const permitted = mayEnter(person.role, access)
  const { status, error } = permitted ? await use(person) : await person.client.send(route, {})
  const refused = status === 403 || (permitted && status === 404)
  return refused ? null : `let in: ${status} ${error?.error}`
}
