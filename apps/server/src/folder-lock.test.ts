import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a folder is for one server at a time, and the second one is told who has it', async () => {
  const folder = await openFolder()
  const giveBack = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(
    new RegExp(`正由另一个服务使用（计算机 ${hostname()}，进程号 ${process.pid}，自 \\d{4}-`),
  )
  await giveBack()
  expect(await readdir(folder)).toEqual([])
  await (
    await lockFolder(folder)
  )()
})

test('of many who start at the same moment one gets it', async () => {
  const folder = await openFolder()
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
  expect(all.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect(await readdir(folder)).toEqual(['server.lock'])
})

test('what another process holds is held while it lives, and taken over when it was killed', async () => {
  const folder = await openFolder()
  const script = join(folder, 'hold.mjs')
  const module = new URL('./folder-lock.ts', import.meta.url).href
  await writeFile(
    script,
    `import { lockFolder } from ${JSON.stringify(module)}
     await lockFolder(${JSON.stringify(folder)})
     process.send('held')
     setInterval(() => undefined, 1000)`,
  )
  const other = fork(script, { execArgv: [] })
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other, 'message')
  await expect(lockFolder(folder)).rejects.toThrow(`进程号 ${other.pid}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  await (
    await lockFolder(folder)
  )()
})

test('a lock of another computer stays, one of before a restart and half of one do not', async () => {
  const folder = await openFolder()
  const path = join(folder, 'server.lock')
  await (
    await lockFolder(folder)
  )()
  const giveBack = await lockFolder(folder)
  const held = JSON.parse(await readFile(path, 'utf8'))
  await giveBack()
  await writeFile(path, JSON.stringify({ ...held, host: 'elsewhere', token: 'x' }))
  await expect(lockFolder(folder)).rejects.toThrow('确认它已停止的，删除')
  await writeFile(path, JSON.stringify({ ...held, boot: 'before', token: 'x' }))
  await (
    await lockFolder(folder)
  )()
  await writeFile(path, '{"pid":')
  await (
    await lockFolder(folder)
  )()
})
