import type { blockSettingsGet, blockSettingsSet, InputOf, ReplyOf } from '@hengjuan/contracts'
import {
  ADD_TYPES,
  ARB_VIEWS,
  BACK_MARK,
  COMBINE_RULES,
  COMPARE_SCOPES,
  MARK_MODES,
  MARK_SCOPES,
  SCORE_TYPES,
  SEED_FEEDBACKS,
  SUBMIT_TYPES,
  TRACES,
} from '@hengjuan/domain'

export type Block = ReplyOf<typeof blockSettingsGet>['blocks'][number]
export type Patch = Omit<InputOf<typeof blockSettingsSet>['body']['blocks'][number], 'block_id'>
type Key = Exclude<keyof Patch & keyof Block, 'school_groups' | 'point_tolerances'>

export interface SettingsField {
  key: Key
  label: string
  options: Readonly<Record<string | number, string>>
  /** Fixed once the block has readings. */
  isRule: boolean
  /** Means nothing in single marking. */
  forDouble?: boolean
  isText?: boolean
  /** Other numbers are taken too, within these limits. */
  free?: { unit: string; min: number; max: number }
  /** Means nothing where all candidates are of one school. */
  forSchools?: boolean
}

const YES_NO = { 1: '是', 0: '否' }

/** What is set per block, in the order in which it is thought about. */
export const SETTINGS_FIELDS: readonly SettingsField[] = [
  { key: 'mark_mode', label: '评卷方式', options: MARK_MODES, isRule: true },
  {
    key: 'double_ratio',
    label: '双评比例',
    options: { 5: '其中 5% 双评', 25: '其中 25% 双评', 100: '全部双评' },
    isRule: true,
    forDouble: true,
  },
  {
    key: 'compare_scope',
    label: '误差比较',
    options: COMPARE_SCOPES,
    isRule: true,
    forDouble: true,
    isText: true,
  },
  {
    key: 'combine',
    label: '合成方式',
    options: COMBINE_RULES,
    isRule: true,
    forDouble: true,
    isText: true,
  },
  {
    key: 'round_step_milli',
    label: '取整',
    options: { 0: '不取整', 500: '取整到 0.5', 1000: '取整到 1' },
    isRule: true,
    forDouble: true,
  },
  { key: 'score_type', label: '给分操作', options: SCORE_TYPES, isRule: false },
  { key: 'add_type', label: '给分方式', options: ADD_TYPES, isRule: false },
  { key: 'submit_type', label: '提交方式', options: SUBMIT_TYPES, isRule: false },
  { key: 'traces', label: '阅卷痕迹', options: TRACES, isRule: false },
  { key: 'avoid_own_class', label: '回避本班', options: YES_NO, isRule: false },
  { key: 'auto_top_up', label: '完成后自动补充', options: YES_NO, isRule: false },
  {
    key: 'min_ms',
    label: '每份至少查看',
    options: {
      0: '不限',
      2000: '2 秒',
      3000: '3 秒',
      5000: '5 秒',
      10_000: '10 秒',
      20_000: '20 秒',
      30_000: '30 秒',
    },
    isRule: false,
  },
  {
    key: 'daily_cap',
    label: '每人每天最多',
    options: { 0: '不限', 200: '200 份', 400: '400 份', 650: '650 份', 1000: '1000 份' },
    isRule: false,
  },
  {
    key: 'seed_every',
    label: '种子卷',
    options: {
      0: '不插入',
      10: '约每 10 份一份',
      20: '约每 20 份一份',
      40: '约每 40 份一份',
      80: '约每 80 份一份',
    },
    isRule: false,
  },
  {
    key: 'seed_feedback',
    label: '种子卷评后',
    options: SEED_FEEDBACKS,
    isRule: false,
    isText: true,
  },
  {
    key: 'seed_point_milli',
    label: '种子卷各给分点',
    options: {
      0: '只看总分',
      500: '相差 0.5 分以内',
      1000: '相差 1 分以内',
      2000: '相差 2 分以内',
      3000: '相差 3 分以内',
    },
    isRule: false,
  },
  {
    key: 'day_seeds',
    label: '每天开始时',
    options: { 0: '直接阅卷', 1: '先发 1 份种子卷', 2: '先发 2 份种子卷', 3: '先发 3 份种子卷' },
    isRule: false,
  },
  { key: 'qualify', label: '先定标再阅卷', options: YES_NO, isRule: false },
  {
    key: 'qualify_count',
    label: '每套定标卷',
    options: { 3: '3 份', 5: '5 份', 10: '10 份', 15: '15 份', 20: '20 份' },
    isRule: false,
  },
  {
    key: 'qualify_percent',
    label: '定标通过比例',
    options: { 60: '60%', 70: '70%', 80: '80%', 90: '90%', 100: '100%' },
    isRule: false,
  },
  {
    key: 'self_ratio',
    label: '自评（本人再评）',
    options: { 0: '不抽取', 1: '本人已评的 1%', 2: '本人已评的 2%', 5: '本人已评的 5%' },
    isRule: false,
  },
  {
    key: 'blind_third',
    label: '三评时先前评阅',
    options: { 1: '不显示先前评分', 0: '显示评分，不显示姓名' },
    isRule: false,
    forDouble: true,
  },
  { key: 'arb_view', label: '仲裁时先前评阅', options: ARB_VIEWS, isRule: false, isText: true },
  {
    key: 'backmark_last',
    label: '可回评最近',
    options: { 10: '10 份', 20: '20 份', 50: '50 份', 100: '100 份', 200: '200 份', 500: '500 份' },
    isRule: false,
    free: { unit: '份', min: 1, max: BACK_MARK.maxLast },
  },
  {
    key: 'backmark_hours',
    label: '回评时限',
    options: {
      0: '直到题块结束阅卷',
      1: '提交后 1 小时内',
      2: '提交后 2 小时内',
      12: '提交后 12 小时内',
      24: '提交后 24 小时内',
      48: '提交后 48 小时内',
    },
    isRule: false,
    free: { unit: '小时', min: 1, max: BACK_MARK.maxHours },
  },
  {
    key: 'words_least',
    label: '作文至少',
    options: {
      0: '不要求字数',
      100: '100 字',
      200: '200 字',
      300: '300 字',
      400: '400 字',
      500: '500 字',
      600: '600 字',
      800: '800 字',
      1000: '1000 字',
    },
    isRule: false,
    free: { unit: '字', min: 50, max: 3000 },
  },
  {
    key: 'mark_scope',
    label: '阅卷范围',
    options: MARK_SCOPES,
    isRule: false,
    isText: true,
    forSchools: true,
  },
  {
    key: 'avoid_own_school',
    label: '回避本校',
    options: YES_NO,
    isRule: false,
    forSchools: true,
  },
]

/** What stands against a value: null where it is ready-made or within the limits of the field. */
export function refusalOf({ label, options, free }: SettingsField, value: unknown): string | null {
  if (!free || value === undefined || (typeof value === 'number' && value in options)) return null
  const isWithin = Number.isInteger(value) && Number(value) >= free.min && Number(value) <= free.max
  return isWithin ? null : `「${label}」应为 ${free.min} 到 ${free.max} ${free.unit}的整数`
}

/** What all of the blocks have in common; a field in which they differ is absent. */
export function commonOf(blocks: readonly Block[]): Patch {
  const [first, ...others] = blocks
  if (!first) return {}
  const keys = [
    ...SETTINGS_FIELDS.map(({ key }) => key),
    'tolerance_milli',
    'school_groups',
  ] as const
  return Object.fromEntries(
    keys.flatMap((key) =>
      others.every((other) => isSame(other[key], first[key])) ? [[key, first[key]]] : [],
    ),
  ) as Patch
}

/**
 * What one block gives to others: everything but what belongs to its own question. A tolerance is taken
 * over where the full marks are the same, else the usual one of the block that receives it.
 */
export function copiedTo(source: Block, target: Block): Patch {
  const { words_least: _, ...settings } = commonOf([source])
  return {
    ...settings,
    tolerance_milli:
      source.full_milli === target.full_milli
        ? source.tolerance_milli
        : target.default_tolerance_milli,
  }
}

const RULES: readonly string[] = [
  ...SETTINGS_FIELDS.filter(({ isRule }) => isRule).map(({ key }) => key),
  'tolerance_milli',
  'point_tolerances',
]

/** What would really change in a block; rules of a block with readings stay as they are. */
export function changesOf(block: Block, wanted: Patch): Patch {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) =>
        value !== undefined &&
        !isSame(value, block[key as Key]) &&
        !(block.reading_count > 0 && RULES.includes(key)),
    ),
  ) as Patch
}

/** Lists are compared by what they hold. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
