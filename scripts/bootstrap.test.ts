import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { hashInputs, writeStamp } from './bootstrap/stamp.mjs'

let root = ''

/** A checkout that is installed already and has nothing to build. */
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'hengjuan-bootstrap-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(path.join(root, 'scripts'))
  for (const part of ['bootstrap.mjs', 'bootstrap']) {
    await cp(path.join(import.meta.dirname, part), path.join(root, 'scripts', part), {
      recursive: true,
    })
  }
  await writeFile(path.join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 9\n')
  await mkdir(path.join(root, 'node_modules/node/bin'), { recursive: true })
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  await symlink(process.execPath, path.join(root, 'node_modules/node/bin', name))
  const hash = hashInputs(root, ['pnpm-lock.yaml', 'pnpm-workspace.yaml'])
  const stamp = path.join(root, 'node_modules/.hengjuan/installed')
  writeStamp(stamp, `${hash} ${process.platform}-${process.arch}`)
})

/** Runs `npm run demo` with the given program in place of the demonstration. */
async function startDemo(program: string, ...args: string[]): Promise<ChildProcess> {
  await writeFile(path.join(root, 'scripts/demo.ts'), program)
  return spawn(process.execPath, [path.join(root, 'scripts/bootstrap.mjs'), 'demo', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function outcome(child: ChildProcess) {
  if (!child.stdout || !child.stderr) throw new Error('the output is not piped')
  const ended = once(child, 'close') as Promise<[number | null]>
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  return { code, stdout, stderr }
}

test('arguments pass through, and standard output carries what the program prints alone', async () => {
  const child = await startDemo(
    'console.log(JSON.stringify(process.argv.slice(2)))',
    '--headless',
    '--json',
  )
  expect(await outcome(child)).toEqual({ code: 0, stdout: '["--headless","--json"]\n', stderr: '' })
})

test('the exit code is that of the program', async () => {
  expect(await outcome(await startDemo('process.exit(7)'))).toMatchObject({ code: 7 })
})

test.for(['SIGTERM', 'SIGINT'] as const)(
  '%s reaches the program, which ends in its own time',
  async (signal) => {
    const child = await startDemo(`
      process.on('${signal}', () => setTimeout(() => { console.log('closed'); process.exit(0) }, 50))
      setInterval(() => undefined, 1000)
      console.log('ready')
    `)
    child.stdout?.once('data', () => child.kill(signal))
    expect(await outcome(child)).toMatchObject({ code: 0, stdout: 'ready\nclosed\n' })
  },
)

test('an unknown verb is refused with the ones there are', async () => {
  const child = spawn(process.execPath, [path.join(root, 'scripts/bootstrap.mjs'), 'strat'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { code, stderr } = await outcome(child)
  expect(code).toBe(1)
  expect(stderr).toContain('start|test|demo|build')
})
