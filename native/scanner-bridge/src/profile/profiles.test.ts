import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { DRIVERS } from '../protocol/settings.ts'
import { loadProfiles, profilesFor } from './load-profiles.ts'
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
    expect(profiles.filter((each) => each.driver === driver && !each.match)).toHaveLength(1)
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
  const device = { driver: 'sane' as const, vendor: vendor ?? '', name: `${vendor} ${model}` }
  expect(profilesFor(device, profiles)[0]?.id).toBe(id)
})

test.for([
  [{ dpi: 72 }, '/dpi'],
  [{ driver: 'twain64' }, '/driver'],
  [{ output: { format: 'jpeg', quality: 60 } }, '/output/quality'],
  [{ surprise: true }, ''],
])('%o is refused', ([change, where]) => {
  const changed = { ...profiles[0], ...(change as object) }
  expect(Value.Check(ScannerProfile, changed)).toBe(false)
  expect(Value.Errors(ScannerProfile, changed).map((error) => error.instancePath)).toContain(where)
})
