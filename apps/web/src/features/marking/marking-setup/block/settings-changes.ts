import { formatMilli } from '@hengjuan/domain'
import type { Block, Patch } from './settings-field.ts'
import { SETTINGS_FIELDS } from './settings-fields.ts'
import { isSame, shownOf } from './settings-form.ts'

/** Of a block, what is to be another. */
export type BlockPatch = { block_id: number } & Patch

/** One setting that changes, in words. */
export interface ChangeLine {
  label: string
  before: string
  after: string
}

/** Blocks in which the same changes, by name. */
export interface SameChanges {
  names: string[]
  lines: ChangeLine[]
}

const YES_NO = ['否', '是']
/** What is set on pages of its own and goes along when settings are copied, in words. */
const OTHERS: Readonly<Record<string, { label: string; shown: (value: never) => string }>> = {
  tolerance_milli: { label: '误差阈值', shown: (milli: number) => `${formatMilli(milli)} 分` },
  point_tolerances: {
    label: '各给分点的误差',
    shown: (points: Block['point_tolerances']) =>
      points.map(({ tolerance_milli }) => formatMilli(tolerance_milli)).join('、'),
  },
  school_groups: {
    label: '学校分组',
    shown: (groups: Block['school_groups']) =>
      groups.length === 0
        ? '没有'
        : groups.map(({ school_ids }) => `${school_ids.length} 校`).join('、'),
  },
  blank_check: { label: '空白筛查', shown: (is: number) => YES_NO[is] ?? '' },
  blank_ink_limit: {
    label: '空白的墨迹上限',
    shown: (share: number) => `${Number((share * 100).toFixed(2))}%`,
  },
  blank_needs_two: { label: '空白由两人确认', shown: (is: number) => YES_NO[is] ?? '' },
}

/** What would change, blocks with the same changes together. */
export function changesInWords(
  blocks: readonly Block[],
  patches: readonly BlockPatch[],
): SameChanges[] {
  const told: SameChanges[] = []
  for (const { block_id, ...patch } of patches) {
    const block = blocks.find((one) => one.block_id === block_id)
    if (!block) continue
    const lines = linesOf(block, patch)
    const same = told.find((one) => isSame(one.lines, lines))
    if (same) same.names.push(block.block_name)
    else told.push({ names: [block.block_name], lines })
  }
  return told
}

/** The same in one line. */
export const changeText = ({ names, lines }: SameChanges): string =>
  `${names.join('、')}：${lines.map(({ label, before, after }) => `${label} ${before} → ${after}`).join('；')}`

/** Of each block, what would be changed as it is now: what is saved knows of that. */
export const seenIn = (
  patches: readonly BlockPatch[],
  now: readonly Block[],
): (BlockPatch & { seen: Patch })[] =>
  patches.map((patch) => {
    const is = now.find((one) => one.block_id === patch.block_id)
    return { ...patch, seen: is ? ofKeys(is, keysOf(patch)) : {} }
  })

/**
 * What somebody else has set since, of what is to be changed here; to the same value is no matter.
 *
 * @param before blocks as they were when they were opened
 * @param now blocks as they are
 */
export function othersChanges(
  before: readonly Block[],
  patches: readonly BlockPatch[],
  now: readonly Block[],
): SameChanges[] {
  const others = patches.flatMap((patch) => {
    const was = before.find((one) => one.block_id === patch.block_id)
    const is = now.find((one) => one.block_id === patch.block_id)
    if (!was || !is) return []
    const keys = keysOf(patch).filter(
      (key) => !isSame(is[key], was[key]) && !isSame(is[key], patch[key]),
    )
    return keys.length > 0 ? [{ block_id: was.block_id, ...ofKeys(is, keys) }] : []
  })
  return changesInWords(before, others)
}

type SetKey = keyof Patch & keyof Block

const keysOf = (patch: BlockPatch) =>
  Object.keys(patch).filter((key) => key !== 'block_id' && key !== 'seen') as SetKey[]
const ofKeys = (block: Block, keys: readonly SetKey[]): Patch =>
  Object.fromEntries(keys.map((key) => [key, block[key]]))

function linesOf(block: Block, patch: Patch): ChangeLine[] {
  const known = SETTINGS_FIELDS.filter(({ key }) => key in patch).map((field) => {
    const inWords = (value: number | string | null | undefined): string => {
      if (value == null) return field.usual ?? '默认'
      const option = field.options[String(value)]
      if (option !== undefined || !field.free) return option ?? String(value)
      return `${shownOf(field.free, Number(value))} ${field.free.unit}`
    }
    return {
      label: field.label,
      before: inWords(block[field.key]),
      after: inWords(patch[field.key]),
    }
  })
  const others = Object.entries(OTHERS).flatMap(([key, { label, shown }]) =>
    key in patch
      ? {
          label,
          before: shown(block[key as keyof Block] as never),
          after: shown(patch[key as keyof Patch] as never),
        }
      : [],
  )
  return [...known, ...others]
}

/**
 * What takes saved settings back.
 *
 * @param before blocks as they were when the settings were made
 * @param saved what was saved of them
 * @param now blocks as they are: what somebody else has set since stays
 * @returns what to save, and how many settings stay
 */
export function undoingOf(
  before: readonly Block[],
  saved: readonly BlockPatch[],
  now: readonly Block[],
): { blocks: BlockPatch[]; stays: number } {
  let stays = 0
  const blocks = saved.flatMap((patch) => {
    const { block_id } = patch
    const was = before.find((one) => one.block_id === block_id)
    const is = now.find((one) => one.block_id === block_id)
    const keys = keysOf(patch)
    if (!was || !is) {
      stays += keys.length
      return []
    }
    const own = keys.filter((key) => isSame(is[key], patch[key]))
    stays += keys.length - own.length
    if (own.length === 0) return []
    // Read twice instead of once, a block got the usual tolerance by itself.
    if (own.includes('mark_mode') && !keys.includes('tolerance_milli')) own.push('tolerance_milli')
    return [{ block_id, ...ofKeys(was, own) }]
  })
  return { blocks, stays }
}
