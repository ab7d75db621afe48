import type { blockSettingsGet, blockSettingsSet, InputOf, ReplyOf } from '@hengjuan/contracts'
import {
  ADD_TYPES,
  ARB_VIEWS,
  BACK_MARK,
  COMBINE_RULES,
  COMPARE_SCOPES,
  GUARD_LIMITS,
  MARK_MODES,
  MARK_SCOPES,
  SCORE_TYPES,
  SEED_FEEDBACKS,
  SUBJECT_ROUND_MODES,
  SUBMIT_TYPES,
  TRACES,
} from '@hengjuan/domain'

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
  isRule: boolean
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

const YES_NO = { 1: '是', 0: '否' }

/** What is set per block, in the order in which it is thought about. */
export const SETTINGS_FIELDS: readonly SettingsField[] = [
  { key: 'mark_mode', group: 'rule', label: '评卷方式', options: MARK_MODES, isRule: true },
  {
    key: 'double_ratio',
    group: 'rule',
    label: '双评比例',
    options: { 5: '其中 5% 双评', 25: '其中 25% 双评', 100: '全部双评' },
    isRule: true,
    forDouble: true,
    free: { unit: '%', min: 0.01, max: 100, decimals: 2 },
  },
  {
    key: 'compare_scope',
    group: 'rule',
    label: '误差比较',
    options: COMPARE_SCOPES,
    isRule: true,
    forDouble: true,
    isText: true,
  },
  {
    key: 'combine',
    group: 'rule',
    label: '合成方式',
    options: COMBINE_RULES,
    isRule: true,
    forDouble: true,
    isText: true,
  },
  {
    key: 'round_step_milli',
    group: 'rule',
    label: '取整',
    options: { 0: '不取整', 500: '取整到 0.5', 1000: '取整到 1' },
    isRule: true,
    forDouble: true,
  },
  {
    key: 'round_mode',
    group: 'rule',
    label: '取整方式',
    options: SUBJECT_ROUND_MODES,
    isRule: true,
    forDouble: true,
    forRounding: true,
    isText: true,
  },
  { key: 'score_type', group: 'page', label: '给分操作', options: SCORE_TYPES, isRule: false },
  { key: 'add_type', group: 'page', label: '给分方式', options: ADD_TYPES, isRule: false },
  { key: 'submit_type', group: 'page', label: '提交方式', options: SUBMIT_TYPES, isRule: false },
  { key: 'traces', group: 'page', label: '阅卷痕迹', options: TRACES, isRule: false },
  {
    key: 'avoid_own_class',
    group: 'share',
    label: '回避本班',
    options: YES_NO,
    isRule: false,
    usual: '默认（多于一名教师时回避）',
  },
  {
    key: 'similar_first',
    group: 'share',
    label: '相近答案排一起',
    options: { 0: '否，随机顺序', 1: '是，外观相近的连续发放' },
    isRule: false,
  },
  { key: 'auto_top_up', group: 'share', label: '完成后自动补充', options: YES_NO, isRule: false },
  {
    key: 'min_ms',
    group: 'page',
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
    free: {
      unit: '秒',
      min: 0.1,
      max: GUARD_LIMITS.maxMinMs / 1000,
      decimals: 1,
      worth: 1000,
    },
  },
  {
    key: 'daily_cap',
    group: 'share',
    label: '每人每天最多',
    options: { 0: '不限', 200: '200 份', 400: '400 份', 650: '650 份', 1000: '1000 份' },
    isRule: false,
    free: { unit: '份', min: 1, max: GUARD_LIMITS.maxDailyCap },
  },
  {
    key: 'seed_every',
    group: 'quality',
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
    group: 'quality',
    label: '种子卷评后',
    options: SEED_FEEDBACKS,
    isRule: false,
    isText: true,
  },
  {
    key: 'seed_point_milli',
    group: 'quality',
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
    group: 'quality',
    label: '每天开始时',
    options: { 0: '直接阅卷', 1: '先发 1 份种子卷', 2: '先发 2 份种子卷', 3: '先发 3 份种子卷' },
    isRule: false,
  },
  { key: 'qualify', group: 'quality', label: '先定标再阅卷', options: YES_NO, isRule: false },
  {
    key: 'qualify_count',
    group: 'quality',
    label: '每套定标卷',
    options: { 3: '3 份', 5: '5 份', 10: '10 份', 15: '15 份', 20: '20 份' },
    isRule: false,
  },
  {
    key: 'qualify_percent',
    group: 'quality',
    label: '定标通过比例',
    options: { 60: '60%', 70: '70%', 80: '80%', 90: '90%', 100: '100%' },
    isRule: false,
  },
  {
    key: 'self_ratio',
    group: 'quality',
    label: '自评（本人再评）',
    options: { 0: '不抽取', 1: '本人已评的 1%', 2: '本人已评的 2%', 5: '本人已评的 5%' },
    isRule: false,
  },
  {
    key: 'blind_third',
    group: 'later',
    label: '三评时先前评阅',
    options: { 1: '不显示先前评分', 0: '显示评分，不显示姓名' },
    isRule: false,
    forDouble: true,
  },
  {
    key: 'arb_view',
    group: 'later',
    label: '仲裁时先前评阅',
    options: ARB_VIEWS,
    isRule: false,
    isText: true,
  },
  {
    key: 'backmark_last',
    group: 'later',
    label: '可回评最近',
    options: { 10: '10 份', 20: '20 份', 50: '50 份', 100: '100 份', 200: '200 份', 500: '500 份' },
    isRule: false,
    free: { unit: '份', min: 1, max: BACK_MARK.maxLast },
  },
  {
    key: 'backmark_hours',
    group: 'later',
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
    group: 'page',
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
    group: 'share',
    label: '阅卷范围',
    options: MARK_SCOPES,
    isRule: false,
    isText: true,
    forSchools: true,
  },
  {
    key: 'avoid_own_school',
    group: 'share',
    label: '回避本校',
    options: YES_NO,
    isRule: false,
    forSchools: true,
  },
]
