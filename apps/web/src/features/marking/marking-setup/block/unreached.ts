import type { blockSettingsSet, ReplyOf } from '@hengjuan/contracts'

export type Unreached = ReplyOf<typeof blockSettingsSet>['unreached'][number]

/** Most schools, and most people, that are named one by one. */
const NAMED = 5

/** Readings of all these blocks that nobody could give. */
export const countUnreached = (blocks: readonly Unreached[]): number =>
  blocks.flatMap(({ schools }) => schools).reduce((sum, { readings }) => sum + readings, 0)

/** The same of several, each with its name. */
export const unreachedTexts = (blocks: readonly Unreached[]): string[] =>
  blocks.flatMap((block) => unreachedLines(block).map((line) => `${block.block_name}：${line}`))

/** What is out of reach in a block, in Chinese: first the papers of schools and classes, then the markers. */
export const unreachedLines = ({ schools, markers }: Unreached): string[] => [
  ...left(
    schools.flatMap(({ name, class_name, readings }) =>
      class_name === null ? [{ name, readings }] : [],
    ),
    '所学校',
  ),
  ...left(
    schools.flatMap(({ class_name: name, readings }) =>
      name === null ? [] : [{ name, readings }],
    ),
    '个班',
  ).map((line) => `${line}（任课教师回避本班）`),
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

/** What can be done about it, in Chinese. */
export function unreachedAdvice(blocks: readonly Unreached[]): string {
  const places = blocks.flatMap(({ schools }) => schools)
  const isByClass = places.some(({ class_name }) => class_name !== null)
  const isBySchool = places.some(({ class_name }) => class_name === null)
  return [
    ...(isByClass ? ['可以添加不任教这些班级的教师，或把「回避本班」改为「否」。'] : []),
    ...(isBySchool || !isByClass
      ? [`${isByClass ? '也' : ''}可以添加这些学校能评的教师、调整教师组或任务量。`]
      : []),
  ].join('')
}

const left = (places: readonly { name: string; readings: number }[], of: string): string[] =>
  places.length === 0
    ? []
    : [
        `${listed(
          places.map(({ name, readings }) => `${name} ${readings} 份评阅`),
          of,
        )}没有教师可评`,
      ]

const listed = (texts: readonly string[], of: string): string => {
  const named = texts.slice(0, NAMED).join('；')
  return texts.length > NAMED ? `${named} 等 ${texts.length} ${of}` : named
}
