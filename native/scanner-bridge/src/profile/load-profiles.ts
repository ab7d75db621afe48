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
  const names = await profileNames(folder)
  return Promise.all(names.map((name) => readProfile(path.join(folder, name))))
}

/** Names of the profile files in a folder. */
export const profileNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .toSorted()

/** @throws Error that names the file and what is wrong in it */
export async function readProfile(file: string): Promise<ScannerProfile> {
  const profile: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (Value.Check(ScannerProfile, profile)) return profile
  const [problem] = Value.Errors(ScannerProfile, profile)
  throw new Error(`${path.basename(file)}: ${problem?.instancePath} ${problem?.message}`)
}

/** TWAIN is one driver in two widths: which of them is the source's business. */
const familyOf = (driver: string): string => driver.replace(/^twain(32|64)$/, 'twain')

/** May a device of one driver be used with a profile of another? */
export const isSameDriver = (one: string, other: string): boolean =>
  familyOf(one) === familyOf(other)

/** Profiles for a device: for this very one, for its model, for its driver in general, then the rest. */
export function profilesFor(
  device: Pick<DeviceInfo, 'vendor' | 'name' | 'stableKey'> & { driver: string },
  profiles: readonly ScannerProfile[],
): ScannerProfile[] {
  const text = `${device.vendor} ${device.name}`
  const rank = ({ match, device: own }: ScannerProfile): number => {
    if (own) return own.key === device.stableKey ? 0 : 4
    if (match === undefined) return 2
    return isMatch(match, text) ? 1 : 3
  }
  return profiles
    .filter((each) => isSameDriver(each.driver, device.driver))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** A profile that somebody typed may hold what is no regular expression; it fits nothing then. */
function isMatch(match: string, text: string): boolean {
  try {
    return new RegExp(match, 'i').test(text)
  } catch {
    return false
  }
}
