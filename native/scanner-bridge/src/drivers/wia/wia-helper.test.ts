import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { wiaScript } from './wia-helper.ts'

test('the helper is found among the sources, and beside a bridge that was shipped', async () => {
  expect(existsSync(wiaScript())).toBe(true)
  const folder = await mkdtemp(path.join(tmpdir(), 'host-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'wia-helper.ps1'), '')
  expect(wiaScript(folder)).toBe(path.join(folder, 'wia-helper.ps1'))
})
