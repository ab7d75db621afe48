import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildHost } from '../build/build-host.ts'
import { fetched } from '../tools/host-cache.ts'
import { whyNoWine, windowsNode, windowsPath, wineEnvironment } from '../testing/wine.ts'

const reason = whyNoWine()
if (reason !== null) console.warn(`skipped: ${reason}`)

describe.skipIf(reason !== null)('what a driver starts on Windows', { timeout: 120_000 }, () => {
  test.for([
    ['tied', false],
    ['untied', true],
  ] as const)('%s to a bridge that is killed: does it live on? %s', async ([role, livesOn]) => {
    const folder = path.join(fetched.windows()?.folder ?? '', `tied-${process.pid}-${role}`)
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await buildHost(folder, 'src/testing/tied-child.ts')
    const file = path.join(folder, 'dots')
    await writeFile(file, '')
    const { command, args } = windowsNode(path.join(folder, 'bridge.mjs'), windowsPath(file), role)
    const parent = spawn(command, args, {
      stdio: 'ignore',
      env: { ...process.env, ...wineEnvironment() },
    })
    const ended = new Promise((resolve) => parent.once('close', resolve))
    const size = async () => (await readFile(file, 'utf8')).length
    const grows = async () => {
      const before = await size()
      await new Promise((next) => setTimeout(next, 3000))
      return (await size()) > before
    }
    while ((await size()) < 3) await new Promise((next) => setTimeout(next, 100))
    parent.kill('SIGKILL')
    await ended
    // What is under way when it is killed may still come.
    await new Promise((next) => setTimeout(next, 1000))
    expect(await grows()).toBe(livesOn)
    expect(await readFile(file, 'utf8')).not.toContain('refused')
    // The one that lives on loses its file, and with it its life.
    await rm(folder, { recursive: true, force: true })
  })
})
