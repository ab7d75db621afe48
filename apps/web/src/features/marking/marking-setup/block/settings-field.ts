import type { blockSettingsGet, blockSettingsSet, InputOf, ReplyOf } from '@hengjuan/contracts'

export type Block = ReplyOf<typeof blockSettingsGet>['blocks'][number]
export type Patch = Omit<
  InputOf<typeof blockSettingsSet>['body']['blocks'][number],
  'block_id' | 'seen'
>
export type SettingsKey = Exclude<keyof Patch & keyof Block, 'school_groups' | 'point_tolerances'>

/** In the order in which they are shown. */
export const SETTINGS_GROUPS = {
  rule: '合成细则',
  page: '阅卷页面',
  share: '领取与回避',
  quality: '质量控制',
  later: '三评、仲裁与回评',
} as const
type SettingsGroup = keyof typeof SETTINGS_GROUPS

export interface SettingsField {
  key: SettingsKey
  group: SettingsGroup
  label: string
  options: Readonly<Record<string | number, string>>
  /** Fixed once the block has readings. */
  isRule?: true
  /** Means nothing in single marking. */
  forDouble?: boolean
  /** Means nothing where nothing is rounded. */
  forRounding?: boolean
  isText?: boolean
  /** Other numbers are taken too, within these limits. */
  free?: {
    unit: string
    min: number
    max: number
    /** Decimals that are taken; none unless it is said. */
    decimals?: number
    /** What is stored for one of the unit; 1 unless it is said. */
    worth?: number
  }
  /** Nobody need say: what null stands for. */
  usual?: string
  /** Means nothing where all candidates are of one school. */
  forSchools?: boolean
}

/** What most blocks are set up with, beside the tolerance; the rest is folded. */
export const BASIC_SETTINGS: readonly SettingsKey[] = ['mark_mode', 'double_ratio', 'add_type']
