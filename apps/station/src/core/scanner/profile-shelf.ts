import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadProfiles, profileNames, readProfile, ScannerProfile } from '@hengjuan/scanner-bridge'
import { Value } from 'typebox/value'
import { profileProblems } from '../../bridge/profile-problems.ts'
import type { ProfileList, SavedProfile } from '../../bridge/scanner-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import { findSetting, putSetting } from '../store/settings.store.ts'

/** Which profiles passed the scanner check at this station, with what and when. */
const TRIED = 'scanner-profiles-tried'
type Tried = Record<string, { device_name: string; at: string }>

/** The shipped profiles, and the operator's own in a folder of the station. */
export class ProfileShelf {
  private readonly station: StationContext
  private readonly folder: string
  private readonly shippedFolder: string | undefined

  constructor(station: StationContext, folder: string, shippedFolder?: string) {
    this.station = station
    this.folder = folder
    this.shippedFolder = shippedFolder
  }

  /** Own ones first; a file of ours that is broken is named and does not keep the others away. */
  async list(): Promise<ProfileList> {
    const shipped = await this.shipped()
    const broken: string[] = []
    const own: ScannerProfile[] = []
    for (const name of await profileNames(this.folder).catch(() => []))
      await readProfile(path.join(this.folder, name)).then(
        (profile) => own.push(profile),
        (error: unknown) => {
          broken.push(name)
          this.station.log('scanner.profile-broken', { name, error: String(error) })
        },
      )
    const tried = findSetting<Tried>(this.station.db, TRIED) ?? {}
    const nameOf = (id: string | undefined) => shipped.find((each) => each.id === id)?.name ?? null
    const view = (profile: ScannerProfile, is_own: boolean) => ({
      profile,
      is_own,
      based_on_name: nameOf(profile.basedOn),
      tried: tried[profile.id] ?? null,
    })
    return {
      profiles: [
        ...own.map((each) => view(each, true)),
        ...shipped.map((each) => view(each, false)),
      ],
      broken,
    }
  }

  /** All profiles that can be used, own ones first. */
  async profiles(): Promise<ScannerProfile[]> {
    return (await this.list()).profiles.map(({ profile }) => profile)
  }

  /**
   * Keeps an own profile; an empty id makes a new one.
   *
   * @returns problems, with nothing kept, or the id under which it is kept
   * @throws StationError for a shipped one
   */
  async save(given: ScannerProfile): Promise<SavedProfile> {
    const { profiles } = await this.list()
    const isNew = given.id === ''
    const before = profiles.find(({ profile }) => profile.id === given.id)
    if (!isNew && before?.is_own !== true)
      throw new StationError('PROFILE_SHIPPED', '自带的配置不能改，请先复制为我的配置')
    const profile = tidy({
      ...given,
      id: isNew ? `own-${this.station.newId().toLowerCase()}` : given.id,
      // What a person changed was not tried with the scanner it was made for.
      source: before ? before.profile.source : { ...given.source, verified: false },
    })
    const names = profiles.filter((each) => each !== before).map((each) => each.profile.name)
    const problems = profileProblems(profile, names)
    if (problems.length > 0) return { problems, profile_id: null }
    await this.write(profile)
    if (before && JSON.stringify(before.profile) !== JSON.stringify(profile))
      this.forget(profile.id)
    return { problems: [], profile_id: profile.id }
  }

  /** Gives an own profile the values of the shipped one that it was copied from; its name stays. */
  async reset(id: string): Promise<SavedProfile> {
    const own = await this.ownProfile(id)
    const shipped = (await this.shipped()).find((each) => each.id === own.basedOn)
    if (!shipped)
      throw new StationError('PROFILE_UNKNOWN', '它不是从自带的配置复制来的，没有可恢复的值')
    const { device, name, basedOn } = own
    await this.write({
      ...shipped,
      id,
      name,
      ...(basedOn === undefined ? {} : { basedOn }),
      ...(device ? { device } : {}),
    })
    this.forget(id)
    return { problems: [], profile_id: id }
  }

  async remove(id: string): Promise<void> {
    await this.ownProfile(id)
    await rm(path.join(this.folder, `${id}.json`), { force: true })
    this.forget(id)
  }

  /**
   * Takes a profile out of a file that somebody exported, as a new own one.
   *
   * @throws StationError that says what is wrong with it
   */
  async import(text: string): Promise<SavedProfile> {
    let given: unknown
    try {
      given = JSON.parse(text)
    } catch (error) {
      throw new StationError('PROFILE_BROKEN', '这个文件不是扫描仪配置（不是 JSON）', {
        cause: error,
      })
    }
    if (!Value.Check(ScannerProfile, given)) {
      const [problem] = Value.Errors(ScannerProfile, given)
      throw new StationError(
        'PROFILE_BROKEN',
        `这个文件不是本软件的扫描仪配置，或来自其他版本（${problem?.instancePath || '/'}）`,
      )
    }
    const names = new Set((await this.profiles()).map(({ name }) => name))
    let { name } = given
    for (let copy = 2; names.has(name); copy++) name = `${given.name.slice(0, 50)}（${copy}）`
    return this.save({ ...given, id: '', name })
  }

  /** Notes that a profile passed the scanner check with a device. */
  noteTried(id: string, deviceName: string): void {
    const { db, now } = this.station
    const tried = findSetting<Tried>(db, TRIED) ?? {}
    putSetting(db, TRIED, { ...tried, [id]: { device_name: deviceName, at: now() } })
  }

  private forget(id: string): void {
    const { [id]: _, ...others } = findSetting<Tried>(this.station.db, TRIED) ?? {}
    putSetting(this.station.db, TRIED, others)
  }

  private async ownProfile(id: string): Promise<ScannerProfile> {
    const found = (await this.list()).profiles.find(({ profile }) => profile.id === id)
    if (!found) throw new StationError('PROFILE_UNKNOWN', '没有这个扫描仪配置，请刷新列表')
    if (!found.is_own) throw new StationError('PROFILE_SHIPPED', '自带的配置不能改，也不能删除')
    return found.profile
  }

  private async shipped(): Promise<ScannerProfile[]> {
    try {
      return await loadProfiles(this.shippedFolder)
    } catch (error) {
      throw new StationError('PROFILE_BROKEN', `扫描仪配置文件有误：${String(error)}`, {
        cause: error,
      })
    }
  }

  private async write(profile: ScannerProfile): Promise<void> {
    if (!Value.Check(ScannerProfile, profile)) {
      const [problem] = Value.Errors(ScannerProfile, profile)
      throw new StationError(
        'PROFILE_INVALID',
        `配置有误（${problem?.instancePath}），请检查后重试`,
      )
    }
    await mkdir(this.folder, { recursive: true })
    const file = path.join(this.folder, `${profile.id}.json`)
    await writeFile(`${file}.part`, `${JSON.stringify(profile, null, 2)}\n`)
    await rename(`${file}.part`, file)
    this.station.changed()
  }
}

/** Without blanks around texts, and without optional texts that are empty. */
function tidy({ match, notes, name, ...rest }: ScannerProfile): ScannerProfile {
  return {
    ...rest,
    name: name.trim(),
    ...(match?.trim() ? { match: match.trim() } : {}),
    ...(notes?.trim() ? { notes: notes.trim() } : {}),
  }
}
