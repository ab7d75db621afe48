import type { allocationBlocks, ReplyOf } from '@hengjuan/contracts'
import { gapsText } from './school-gaps.ts'
import { UNABLE } from './UnableTag.tsx'

type Block = Pick<
  ReplyOf<typeof allocationBlocks>['blocks'][number],
  'block_name' | 'markers' | 'markers_needed' | 'school_gaps' | 'unable'
>

/** What opening blocks comes to, in Chinese. */
export function effectOf(ready: readonly Block[], lacking: readonly Block[]): string {
  const markers = new Set(ready.flatMap((block) => block.markers.map(({ user_id }) => user_id)))
  return [
    ...(ready.length > 0 ? [`将开启 ${ready.length} 个题块，${markers.size} 名教师可以阅卷`] : []),
    ...(lacking.length > 0 ? [`${lacking.length} 个题块还不能开启`] : []),
  ].join('；')
}

/** What does not stand against opening blocks, and would leave papers behind; who may not mark is named once. */
export function warningsOf(blocks: readonly Block[]): string[] {
  const unable = Map.groupBy(
    blocks.flatMap((block) => block.unable.map(({ name }) => ({ name, block }))),
    ({ name }) => name,
  )
  return [
    ...[...unable].map(
      ([name, places]) =>
        `${name}（${places.length === 1 ? places[0]?.block.block_name : `${places.length} 个题块`}）：${UNABLE}`,
    ),
    ...blocks.flatMap(({ block_name, markers_needed: needed, school_gaps: gaps }) =>
      gaps.length > 0 ? [`${block_name}：每份需 ${needed} 名教师，${gapsText(gaps)}`] : [],
    ),
  ]
}
