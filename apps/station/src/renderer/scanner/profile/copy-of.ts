import type { ProfileView } from '../../../bridge/scanner-api.ts'

/** A new own profile with the values of another; it is kept only when somebody saves it. */
export function copyOf({ profile, is_own }: ProfileView, names: readonly string[]): ProfileView {
  const base = profile.name.slice(0, 50)
  let name = `${base}（我的）`
  for (let count = 2; names.includes(name); count++) name = `${base}（我的 ${count}）`
  const { device: _, basedOn, ...values } = profile
  const origin = is_own ? basedOn : profile.id
  return {
    profile: { ...values, id: '', name, ...(origin === undefined ? {} : { basedOn: origin }) },
    is_own: true,
    based_on_name: profile.name,
    tried: null,
  }
}
