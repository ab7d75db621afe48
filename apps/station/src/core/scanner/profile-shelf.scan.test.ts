import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProfileView } from '../../bridge/scanner-api.ts'
import { createStation, type Station } from '../station.ts'

let root: string
let station: Station

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'profile-shelf-'))
  station = await createStation({
    dataDir: path.join(root, 'data'),
    serverUrl: 'http://127.0.0.1:9',
  })
})

afterEach(async () => {
  await station.stop()
  await rm(root, { recursive: true })
})

const profiles = async () => (await station.api.listProfiles({})).profiles
async function shipped(id: string): Promise<ProfileView> {
  const view = (await profiles()).find(({ profile }) => profile.id === id)
  if (!view) throw new Error(`no profile ${id}`)
  return view
}

/** A copy of a shipped profile, as the editor keeps it. */
async function copy(name: string, dpi = 240): Promise<string> {
  const { profile } = await shipped('fujitsu-fi-7000')
  const { profile_id } = await station.api.saveProfile({
    profile: { ...profile, id: '', basedOn: profile.id, name, dpi },
  })
  return profile_id ?? ''
}

test('a copy is kept, offered first, and there again after a restart', async () => {
  const id = await copy('三楼的扫描仪')
  expect((await profiles())[0]).toMatchObject({
    is_own: true,
    based_on_name: '富士通 fi-7000 系列',
    profile: { id, name: '三楼的扫描仪', dpi: 240, source: { verified: false } },
  })
  await station.stop()
  station = await createStation({
    dataDir: path.join(root, 'data'),
    serverUrl: 'http://127.0.0.1:9',
  })
  expect((await profiles())[0]?.profile.id).toBe(id)
})

test('what is wrong is answered and nothing is kept', async () => {
  const { profile } = await shipped('generic-sane')
  const reply = await station.api.saveProfile({ profile: { ...profile, id: '', dpi: 90 } })
  expect(reply.profile_id).toBeNull()
  expect(reply.problems.map(({ path: where }) => where)).toEqual(['dpi', 'name'])
  expect((await profiles()).some(({ is_own }) => is_own)).toBe(false)
})

test('a shipped profile can be neither changed nor deleted', async () => {
  const { profile } = await shipped('generic-sane')
  await expect(station.api.saveProfile({ profile })).rejects.toThrow('请先复制')
  await expect(station.api.deleteProfile({ profile_id: profile.id })).rejects.toThrow('不能删除')
  await expect(station.api.deleteProfile({ profile_id: '../../data' })).rejects.toThrow('没有这个')
})

test('reset brings the shipped values back and leaves name and scanner', async () => {
  const id = await copy('三楼的扫描仪')
  const view = (await profiles()).find(({ profile }) => profile.id === id)!
  await station.api.saveProfile({
    profile: { ...view.profile, device: { key: 'sane:1', name: 'fi-7160' } },
  })
  await station.api.resetProfile({ profile_id: id })
  expect((await profiles())[0]?.profile).toMatchObject({
    id,
    name: '三楼的扫描仪',
    dpi: 300,
    device: { key: 'sane:1' },
  })
})

test('an exported profile comes in again under a name of its own', async () => {
  const id = await copy('三楼的扫描仪')
  const { profile } = (await profiles())[0]!
  await station.api.importProfile({ text: JSON.stringify(profile) })
  const own = (await profiles()).filter(({ is_own }) => is_own)
  expect(own.map((each) => each.profile.name).toSorted()).toEqual([
    '三楼的扫描仪',
    '三楼的扫描仪（2）',
  ])
  await station.api.deleteProfile({ profile_id: id })
  expect((await profiles()).filter(({ is_own }) => is_own)).toHaveLength(1)
})

test.for([
  ['scan.jpg', '不是 JSON'],
  ['{"name":"x"}', '不是本软件的扫描仪配置'],
] as const)('「%s」 is not taken in', async ([text, why]) => {
  await expect(station.api.importProfile({ text })).rejects.toThrow(why)
})

test('a broken file of ours keeps none of the others away', async () => {
  await copy('三楼的扫描仪')
  await writeFile(path.join(root, 'data/scanner-profiles/own-broken.json'), '{')
  const list = await station.api.listProfiles({})
  expect(list.broken).toEqual(['own-broken.json'])
  expect(list.profiles.filter(({ is_own }) => is_own)).toHaveLength(1)
  expect(await readdir(path.join(root, 'data/scanner-profiles'))).toHaveLength(2)
})
