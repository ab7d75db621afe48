import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Value } from 'typebox/value'
import type { DeviceInfo } from '../protocol/messages.ts'
import { ScannerProfile } from './profile.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../scanner-profiles')

/**
 * All profiles of a folder, in the order of their names.
 *
 * @throws Error that names the file which is no profile
 */
export async function loadProfiles(folder: string = FOLDER): Promise<ScannerProfile[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.json') && !name.endsWith('.schema.json'),
  )
  const profiles = await Promise.all(
    names.toSorted().map(async (name) => {
      const profile: unknown = JSON.parse(await readFile(path.join(folder, name), 'utf8'))
      if (Value.Check(ScannerProfile, profile)) return profile
      const [problem] = Value.Errors(ScannerProfile, profile)
      throw new Error(`${name}: ${problem?.instancePath} ${problem?.message}`)
    }),
  )
  return profiles
}

/** Profiles for a device: those made for it first, then those for its driver in general. */
export function profilesFor(
  device: Pick<DeviceInfo, 'driver' | 'vendor' | 'name'>,
  profiles: readonly ScannerProfile[],
): ScannerProfile[] {
  const own = profiles.filter(({ driver }) => driver === device.driver)
  const text = `${device.vendor} ${device.name}`
  const isMade = ({ match }: ScannerProfile) =>
    match !== undefined && new RegExp(match, 'i').test(text)
  const general = own.filter(({ match }) => match === undefined)
  return [...own.filter(isMade), ...general, ...own.filter((each) => each.match && !isMade(each))]
}
