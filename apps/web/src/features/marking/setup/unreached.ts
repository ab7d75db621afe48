import type { blockSettingsSet, ReplyOf } from '@hengjuan/contracts'
import type { Patch } from './settings-fields.ts'

export type Unreached = ReplyOf<typeof blockSettingsSet>['unreached'][number]

/** Most schools, and most people, that are named one by one. */
const NAMED = 5

/** Do settings say who reads which school? Only then can they put work out of reach. */
export const setsReach = (patch: Patch): boolean =>
  patch.mark_scope !== undefined ||
  patch.school_groups !== undefined ||
  patch.avoid_own_school !== undefined

/** Readings of all these blocks that nobody could give. */
export const countUnreached = (blocks: readonly Unreached[]): number =>
  blocks.flatMap(({ schools }) => schools).reduce((sum, { readings }) => sum + readings, 0)

/** The same of several, each with its name. */
export const unreachedTexts = (blocks: readonly Unreached[]): string[] =>
  blocks.flatMap((block) => unreachedLines(block).map((line) => `${block.block_name}：${line}`))

/** What is out of reach in a block, in Chinese: first the papers, then the markers. */
export const unreachedLines = ({ schools, markers }: Unreached): string[] => [
  ...(schools.length === 0
    ? []
    : [
        `${listed(
          schools.map(({ name, readings }) => `${name} ${readings} 份评阅`),
          '所学校',
        )}没有教师可评`,
      ]),
  ...(markers.length === 0
    ? []
    : [
        listed(
          markers.map(
            ({ name, target, most }) => `${name}任务量 ${target} 份，最多可评 ${most} 份`,
          ),
          '名教师',
        ),
      ]),
]

const listed = (texts: readonly string[], of: string): string => {
  const named = texts.slice(0, NAMED).join('；')
  return texts.length > NAMED ? `${named} 等 ${texts.length} ${of}` : named
}
