import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { hasRoom, type MemoryFiles } from './memory-folder.ts'

const GB = 1024 ** 3
const roomy: MemoryFiles = { freeBytes: 20 * GB, memoryBytes: 20 * GB, options: 'rw,relatime' }

test.for([
  ['plenty of everything', {}, true],
  ['as much as a container has by itself', { freeBytes: 64 * 1024 ** 2 }, false],
  ['a machine whose memory is in use', { memoryBytes: 1 * GB }, false],
  ['a mount from which nothing may be started', { options: 'rw,nosuid,nodev,noexec' }, false],
  ['a mount that cannot be written', { options: 'ro,relatime' }, false],
] as const)('%s', ([, part, expected]) => {
  expect(hasRoom({ ...roomy, ...part })).toBe(expected)
})

/** A process that keeps its files in memory, as far as it is told, says where, and waits. */
function start(parent: string, files: MemoryFiles, env: NodeJS.ProcessEnv) {
  const module = path.join(import.meta.dirname, 'memory-folder.ts')
  const script = `
    import { writeFileSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { keepFilesInMemory } from ${JSON.stringify(module)}
    const folder = keepFilesInMemory(${JSON.stringify(files)}, ${JSON.stringify(parent)})
    if (folder) writeFileSync(folder + '/left-over', '')
    console.log(folder + ' ' + tmpdir())
    process.stdin.resume().once('end', () => process.exit(0))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const { TMPDIR: _, ...plain } = process.env

function parentFolder(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'hengjuan-memory-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return parent
}

async function saidBy(child: ReturnType<typeof start>): Promise<string[]> {
  const [line] = await once(child.stdout, 'data')
  return String(line).trim().split(' ')
}

test.for(['SIGKILL', 'end'] as const)('the folder is gone after %s', async (how) => {
  const child = start(parentFolder(), roomy, plain)
  const [folder = '', used] = await saidBy(child)
  expect(used).toBe(folder)
  expect(existsSync(path.join(folder, 'left-over'))).toBe(true)
  if (how === 'SIGKILL') child.kill('SIGKILL')
  else child.stdin.end()
  await expect.poll(() => existsSync(folder)).toBe(false)
})

test('a folder that somebody chose stays, and so does one where memory is short', async () => {
  const chosen = parentFolder()
  const owned = start(chosen, roomy, { ...plain, TMPDIR: chosen })
  expect(await saidBy(owned)).toEqual(['undefined', chosen])
  const short = start(chosen, { ...roomy, freeBytes: 0 }, plain)
  expect((await saidBy(short))[0]).toBe('undefined')
})
