import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawIcon, stageProgram } from './stage-app.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

let target: string
let files: string[]

beforeAll(async () => {
  target = await mkdtemp(path.join(tmpdir(), 'station-stage-'))
  await stageProgram(target)
  const entries = await readdir(target, { recursive: true })
  files = entries.filter((name) => name.endsWith('.js'))
})

afterAll(() => rm(target, { recursive: true, force: true }))

test('every file that a staged file names is staged too', async () => {
  expect(files).toContain(path.join('apps', 'station', 'src', 'main', 'main.js'))
  const missing: string[] = []
  for (const file of files) {
    const source = await readFile(path.join(target, file), 'utf8')
    const named = [
      ...source.matchAll(/(?:from|import|import\(|new URL\()\s*['"](\.[^'"]+\.js)['"]/g),
    ]
    for (const [, name = ''] of named)
      if (!existsSync(path.resolve(path.join(target, path.dirname(file)), name)))
        missing.push(`${file} → ${name}`)
  }
  expect(missing).toEqual([])
})

test('what has to be installed are packages that a registry has', async () => {
  const manifest = JSON.parse(await readFile(path.join(target, 'package.json'), 'utf8')) as {
    main: string
    homepage: string
    dependencies: Record<string, string>
  }
  expect(existsSync(path.join(target, manifest.main))).toBe(true)
  // electron-builder refuses a deb without it.
  expect(manifest.homepage).toMatch(/^https:/)
  expect(Object.keys(manifest.dependencies)).toEqual(
    expect.arrayContaining(['better-sqlite3-multiple-ciphers', 'electron-updater', 'sharp']),
  )
  for (const [name, version] of Object.entries(manifest.dependencies))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/)
})

test('what electron-builder is told to pack is what is prepared', async () => {
  const configuration = await readFile(
    path.join(ROOT, 'apps/station/package/electron-builder.yml'),
    'utf8',
  )
  const prepares = await readFile(path.join(ROOT, 'scripts/station-dist.ts'), 'utf8')
  const named = (key: string) => new RegExp(`^\\s+${key}: (\\S+)$`, 'm').exec(configuration)?.[1]
  expect(prepares).toContain(`path.join(OUT, '${named('app')}')`)
  expect(prepares).toContain(`path.join(OUT, '${named('buildResources')}')`)
  const hosts = [...configuration.matchAll(/- from: (\S+)\n\s+to: (\S+)/g)]
  expect(hosts.map(([, from, to]) => [from, to])).toEqual([
    ['hosts/${os}-${arch}', 'bridge'],
    ['hosts/${os}-ia32', 'bridge32'],
  ])
  // Without it the program is packed with nothing to update itself by.
  expect(configuration).toMatch(/^publish:\n {2}provider: generic$/m)
  expect(prepares).toMatch(/'--publish',\s+'never'/)
  const icons = path.join(target, 'build')
  await drawIcon(icons)
  expect(await readdir(icons)).toEqual(['icon.png'])
})
