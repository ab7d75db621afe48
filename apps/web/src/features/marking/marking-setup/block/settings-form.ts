import type { Block, Patch, SettingsField, SettingsKey } from './settings-field.ts'
import { SETTINGS_FIELDS } from './settings-fields.ts'

/** Closer than this, two numbers are the same but for the way they are kept. */
const FINER = 1e-9

type Free = NonNullable<SettingsField['free']>

/** What stands against a value: null where it is ready-made or within the limits of the field. */
export function refusalOf({ label, options, free }: SettingsField, value: unknown): string | null {
  if (!free || value === undefined || (typeof value === 'number' && value in options)) return null
  const { unit, min, max, decimals = 0 } = free
  const given = Number(value) / (free.worth ?? 1)
  const isFine = Math.abs(Number(shownOf(free, Number(value))) - given) < FINER
  const isWithin = isFine && given >= min && given <= max
  const kind = decimals === 0 ? '整数' : `数，最多 ${decimals} 位小数`
  return isWithin ? null : `「${label}」应为 ${min} 到 ${max} ${unit}的${kind}`
}

/** A number as it is typed. */
export const shownOf = ({ decimals = 0, worth = 1 }: Free, value: number): string =>
  String(Number((value / worth).toFixed(decimals)))

/** What is stored for what was typed; NaN for what is no such number. */
export function typedOf({ decimals = 0, worth = 1 }: Free, text: string): number {
  const isNumber = new RegExp(`^\\d+(\\.\\d{1,${Math.max(1, decimals)}})?$`).test(text.trim())
  if (!isNumber || (decimals === 0 && text.includes('.'))) return Number.NaN
  return worth === 1 ? Number(text) : Math.round(Number(text) * worth)
}

/** What all of the blocks have in common; a field in which they differ is absent. */
export function commonOf(blocks: readonly Block[]): Patch {
  const [first, ...others] = blocks
  if (!first) return {}
  const keys = [
    ...SETTINGS_FIELDS.map(({ key }) => key),
    'tolerance_milli',
    'school_groups',
    // These are set on a page of their own, and go along when settings are copied.
    'blank_check',
    'blank_ink_limit',
    'blank_needs_two',
  ] as const
  return Object.fromEntries(
    keys.flatMap((key) =>
      others.every((other) => isSame(other[key], first[key])) ? [[key, first[key]]] : [],
    ),
  ) as Patch
}

/** What belongs to the question of a block: a composition asks for words, an answer of six points does not. */
const OF_QUESTION: readonly SettingsKey[] = ['words_least', 'seed_point_milli']

/** What the form shows of blocks that take over the settings of another. */
export const copiedTogether = (source: Block, targets: readonly Block[]): Patch => ({
  ...commonOf([source]),
  ...Object.fromEntries(OF_QUESTION.map((key) => [key, commonOf(targets)[key]])),
})

/**
 * What one block gives to others: everything but what belongs to its own question. A tolerance is taken
 * over where the full marks are the same, else the usual one of the block that receives it.
 */
export function copiedTo(source: Block, target: Block): Patch {
  return {
    ...copiedTogether(source, [target]),
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
        !isSame(value, block[key as SettingsKey]) &&
        !(block.reading_count > 0 && RULES.includes(key)),
    ),
  ) as Patch
}

/** Lists are compared by what they hold. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
