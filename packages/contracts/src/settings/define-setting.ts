import type { Permission, SettingScope } from '@hengjuan/domain'
import type { Static, TSchema } from 'typebox'

/** Where settings are shown together. */
export type SettingGroup = 'report' | 'channel' | 'notice' | 'school' | 'signin'

/** For whom a value is checked or falls back. */
export interface SettingAt {
  gradeId: number | null
}

/** One thing that can be set. A feature adds a line to the registry and reads it by `settingAt`. */
export interface Setting<T = unknown> {
  key: string
  label: string
  group: SettingGroup
  schema: TSchema
  /** What holds where nobody set anything. */
  fallback: (at: SettingAt) => T
  scopes: readonly SettingScope[]
  /** Who may change it, within the scope that the current role reaches; `server` takes managing the server. */
  permission: Permission
  /** Fields that are never told again: saving them empty keeps what they are. */
  secrets: readonly string[]
  /** Fields that say who is given the secrets: where one changes, they have to be told anew. */
  sentTo: readonly string[]
  /** What is wrong with a value beyond its shape, in Chinese with what to do; null when nothing is. */
  check(value: T): string | null
}

/** Defines a setting: its key, shape, fallback, the scopes that it can be set in, and who may. */
export function defineSetting<S extends TSchema>(
  key: string,
  schema: S,
  fallback: Static<S> | ((at: SettingAt) => Static<S>),
  rest: Pick<Setting, 'label' | 'group' | 'scopes' | 'permission'> & {
    secrets?: readonly (keyof Static<S> & string)[]
    sentTo?: readonly (keyof Static<S> & string)[]
    check?: (value: Static<S>) => string | null
  },
): Setting<Static<S>> {
  return {
    secrets: [],
    sentTo: [],
    check: () => null,
    ...rest,
    key,
    schema,
    fallback: typeof fallback === 'function' ? fallback : () => fallback,
  }
}
