import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { feedAddress } from './feed-address.ts'
import { readShellConfig } from './shell-config.ts'

async function configFile(text: string | null): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shell-config-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'station.json')
  if (text !== null) await writeFile(file, text)
  return file
}

test.for<[what: string, text: string | null, env: Record<string, string>, server: string]>([
  ['no file', null, {}, 'http://127.0.0.1:8080'],
  ['a file', '{ "server": "https://exam.example.cn" }', {}, 'https://exam.example.cn'],
  [
    'a file and the environment',
    '{ "server": "https://exam.example.cn" }',
    { HENGJUAN_SERVER: 'http://10.0.0.2:8080' },
    'http://10.0.0.2:8080',
  ],
])('with %s the server is known', async ([, text, env, server]) => {
  expect((await readShellConfig(await configFile(text), env)).server).toBe(server)
})

test.for(['{ "server": "exam.example.cn" }', '{ "server": 5 }', 'not JSON'])(
  'the file %s is refused in Chinese',
  async (text) => {
    const file = await configFile(text)
    await expect(readShellConfig(file, {})).rejects.toThrow('不能使用，请检查 server')
  },
)

test.for<[given: string | undefined, feed: string | null]>([
  [undefined, null],
  ['', null],
  ['  ', null],
  ['https://exam.example.cn/station', 'https://exam.example.cn/station'],
  ['http://127.0.0.1:8080/station', 'http://127.0.0.1:8080/station'],
])('new versions are looked for at %o → %o', ([given, feed]) => {
  expect(feedAddress(given)).toBe(feed)
})

test.for(['http://exam.example.cn/station', 'file:///tmp', 'exam.example.cn'])(
  'new versions never come from %s',
  (given) => {
    expect(() => feedAddress(given)).toThrow('请填写 https:// 开头的地址')
  },
)
