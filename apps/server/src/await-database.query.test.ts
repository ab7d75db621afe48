import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { openDatabase } from '@hengjuan/db'
import { migratedDatabaseUrl } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { awaitDatabase } from './await-database.ts'

/** Soon again: nothing is measured. */
const EVERY_MS = 5

test('a database that comes up later is waited for, and that is told once', async () => {
  const { url, discard } = await migratedDatabaseUrl('postgres')
  const real = new URL(url)
  const door = createServer((socket) => {
    const way = connect(Number(real.port), real.hostname)
    socket.pipe(way).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  // The port is known, and nobody answers there.
  door.close()
  await once(door, 'close')
  const address = new URL(url)
  address.port = String(port)
  const db = openDatabase(address.href)
  onTestFinished(async () => {
    await db.destroy()
    door.close()
    await discard()
  })
  const told: string[] = []
  await awaitDatabase(
    db,
    (text) => {
      told.push(text)
      door.listen(port, '127.0.0.1')
    },
    EVERY_MS,
  )
  expect(told).toEqual([expect.stringMatching(/^还连不上数据库.*请先启动/)])
  expect(await db.selectFrom('school').select('id').execute()).toEqual([])
})

test('what waiting does not mend is thrown', async () => {
  const { url, discard } = await migratedDatabaseUrl('postgres')
  const address = new URL(url)
  address.pathname = '/no_such_database'
  const db = openDatabase(address.href)
  onTestFinished(async () => {
    await db.destroy()
    await discard()
  })
  const told: string[] = []
  await expect(awaitDatabase(db, (text) => told.push(text), EVERY_MS)).rejects.toMatchObject({
    code: '3D000',
  })
  expect(told).toEqual([])
})
