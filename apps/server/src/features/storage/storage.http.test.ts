import { rm, statfs } from 'node:fs/promises'
import { serverStorage } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { diskLevel } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'

everyDatabase('the disk of the server on %s', (kind) => {
  test('is measured where data and images lie, and told once where it is one', async () => {
    const { services, signIn } = await openTestApp(kind)
    const { data } = await (await signIn('admin')).send(serverStorage)
    const { blocks, bsize } = await statfs(services.config.dataDir)
    expect(data.disks).toHaveLength(1)
    const [disk] = data.disks
    expect(disk).toMatchObject({ holds: ['data', 'images'], total_bytes: blocks * bsize })
    const free = disk?.free_bytes ?? 0
    expect(free).toBeGreaterThan(0)
    expect(disk?.level).toBe(diskLevel(free, blocks * bsize))
  })
})

test('an image folder that is away is told apart from the data', async () => {
  const { services, signIn } = await openTestApp()
  await rm(`${services.config.dataDir}/objects`, { recursive: true })
  const { data } = await (await signIn('admin')).send(serverStorage)
  expect(data.disks.map(({ holds, level }) => [holds, level === 'away'])).toEqual([
    [['data'], false],
    [['images'], true],
  ])
})

test.for([
  ['admin', 200],
  ['director', 403],
  ['marker1', 403],
  ['student', 403],
] as const)('asked by %s gets %i', async ([who, status]) => {
  const { signIn } = await openTestApp()
  expect((await (await signIn(who)).send(serverStorage)).status).toBe(status)
})
