import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { disksUnder } from './disk-room.ts'

const ROOM = { device: 1, level: 'ok' as const, free_bytes: 5, total_bytes: 10 }

/** Disks of which that of the images answers only when it is told to. */
function openDisks() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const look = (folder: string) => {
    asked.push(folder)
    return folder === '/gone'
      ? new Promise<typeof ROOM>((answer) => waiting.push(() => answer({ ...ROOM, device: 2 })))
      : Promise.resolve(ROOM)
  }
  const folders = [
    ['data', '/data'],
    ['images', '/gone'],
  ] as const
  return {
    asked,
    answer: () => waiting.splice(0).forEach((one) => one()),
    levels: async () =>
      (await disksUnder(folders, { look, patienceMs: 20 })).map(({ holds, level }) => [
        holds.join(),
        level,
      ]),
  }
}

test('a disk that does not answer holds nobody up, and is asked once until it does', async () => {
  const { asked, answer, levels } = openDisks()
  const silent = [
    ['data', 'ok'],
    ['images', 'silent'],
  ]
  expect(await levels()).toEqual(silent)
  expect(await Promise.all([levels(), levels()])).toEqual([silent, silent])
  expect(asked.filter((folder) => folder === '/gone')).toHaveLength(1)
  const next = levels()
  answer()
  expect(await next).toEqual([
    ['data', 'ok'],
    ['images', 'ok'],
  ])
  expect(await levels()).toEqual(silent)
  expect(asked.filter((folder) => folder === '/gone')).toHaveLength(2)
  answer()
})

test('folders of one disk are told together', async () => {
  const disks = await disksUnder([
    ['data', tmpdir()],
    ['images', tmpdir()],
  ])
  expect(disks.map(({ holds }) => holds)).toEqual([['data', 'images']])
})
