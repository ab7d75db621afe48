import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { DRIVERS } from '../protocol/settings.ts'
import { isSameDriver, loadProfiles, profilesFor } from './load-profiles.ts'
import { matchDevice } from './match-device.ts'
import { ScannerProfile } from './profile.ts'
import { profileSchemaText } from './schema-text.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../scanner-profiles')

const profiles = await loadProfiles()

test('the published schema is that of the code', async () => {
  const published = await readFile(path.join(FOLDER, 'profile.schema.json'), 'utf8')
  expect(JSON.parse(published)).toEqual(JSON.parse(profileSchemaText()))
})

test('every driver has a general profile, and ids are those of the files', async () => {
  for (const driver of DRIVERS)
    expect(
      profiles.filter((each) => isSameDriver(each.driver, driver) && !each.match),
      driver,
    ).toHaveLength(1)
  for (const { id } of profiles)
    expect(await readFile(path.join(FOLDER, `${id}.json`), 'utf8')).toContain(`"${id}"`)
})

test('what was not tried with a real scanner says so to the operator', () => {
  for (const { id, driver, source, notes } of profiles)
    if (!source.verified && driver !== 'simulated') expect(notes, id).toContain('未核实')
})

test('no profile lets the driver change the page: marks would move or disappear', () => {
  const harmful = /deskew|crop|despeck|skip|^blank/i
  for (const { id, options } of profiles)
    for (const [name, value] of Object.entries(options))
      if (harmful.test(name))
        expect([false, 0, 'Off', 'off', 'no'], `${id} ${name}`).toContain(value)
})

test.for([
  ['FUJITSU', 'fi-7160', 'fujitsu-fi-7000'],
  ['Fujitsu', 'fi-8170', 'ricoh-fi-8000'],
  ['RICOH', 'fi-8190', 'ricoh-fi-8000'],
  ['Canon', 'DR-G2140', 'canon-dr-g'],
  ['Kodak', 'i5650', 'kodak-alaris-i5000-s3000'],
  ['Kodak Alaris', 'S3100', 'kodak-alaris-i5000-s3000'],
  ['Epson', 'DS-32000', 'epson-ds'],
  ['Panasonic', 'KV-S4085CW', 'panasonic-kv'],
  ['Brother', 'ADS-4900W', 'brother-ads'],
  ['Plustek', 'PS406U', 'generic-sane'],
])('%s %s gets %s', ([vendor, model, id]) => {
  const device = deviceOf('sane', vendor ?? '', `${vendor} ${model}`)
  expect(profilesFor(device, profiles)[0]?.id).toBe(id)
})

const deviceOf = (driver: string, vendor: string, name: string) => ({
  driver,
  vendor,
  name,
  stableKey: `${driver}:${name}`,
})

test.for([
  ['twain32', 'PaperStream IP fi-7160', 'fujitsu-fi-7000-twain'],
  ['twain64', 'PaperStream IP fi-8170', 'ricoh-fi-8000-twain'],
  ['twain64', 'Canon DR-G2140 TWAIN', 'canon-dr-g-twain'],
  ['twain32', 'Kodak Scanner: i5650', 'kodak-alaris-twain'],
  ['twain32', 'EPSON DS-32000', 'epson-ds-twain'],
  ['twain32', 'Panasonic KV-S4085CW', 'panasonic-kv-twain'],
  ['twain32', 'TW-Brother ADS-4900W', 'brother-ads-twain'],
  ['twain64', 'HP ScanJet Pro', 'generic-twain'],
])('%s source 「%s」 gets %s, whatever its width', ([driver, name, id]) => {
  expect(profilesFor(deviceOf(driver ?? '', '', name ?? ''), profiles)[0]?.id).toBe(id)
})

test('a profile for one scanner comes first with it, and last with any other', () => {
  const shipped = profiles.find(({ id }) => id === 'fujitsu-fi-7000')!
  const own = { ...shipped, id: 'own', device: { key: 'sane:fi-7160:1', name: 'fi-7160' } }
  const device = deviceOf('sane', 'FUJITSU', 'fi-7160')
  const idsFor = (stableKey: string) =>
    profilesFor({ ...device, stableKey }, [...profiles, own]).map(({ id }) => id)
  expect(idsFor('sane:fi-7160:1')[0]).toBe('own')
  expect(idsFor('sane:fi-7160:2').at(-1)).toBe('own')
})

test.for<[why: string, ids: string[], found: string | null]>([
  ['the same serial number at another port', ['b:002=fi-7160:9', 'b:003=fi-7160:1'], 'b:003'],
  ['another scanner of the model, the only one', ['b:002=fi-7160:9'], 'b:002'],
  ['two of the model, neither with the serial', ['b:2=fi-7160:8', 'b:3=fi-7160:9'], null],
  ['another model', ['b:002=DR-G2140:1'], null],
  [
    'two without serial numbers, one of them in its place',
    ['b:1=fi-7160:1', 'b:4=fi-7160:1'],
    'b:1',
  ],
])('a scanner is found again: %s', ([, ids, found]) => {
  const devices = ids.map((text) => {
    const [id = '', key = ''] = text.split('=')
    const [name = ''] = key.split(':')
    return { id, name, vendor: '', driver: 'sane' as const, stableKey: key }
  })
  expect(matchDevice({ id: 'b:1', key: 'fi-7160:1', name: 'fi-7160' }, devices)?.id ?? null).toBe(
    found,
  )
})

test.for([
  [{ dpi: 72 }, '/dpi'],
  [{ driver: 'isis' }, '/driver'],
  [{ autoCropDeskew: 'on' }, '/autoCropDeskew'],
  [{ blankPage: 'drop' }, '/blankPage'],
  [{ output: { format: 'jpeg', quality: 60 } }, '/output/quality'],
  [{ surprise: true }, ''],
])('%o is refused', ([change, where]) => {
  const changed = { ...profiles[0], ...(change as object) }
  expect(Value.Check(ScannerProfile, changed)).toBe(false)
  expect(Value.Errors(ScannerProfile, changed).map((error) => error.instancePath)).toContain(where)
})
