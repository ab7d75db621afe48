import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import type { LeaderTaskView } from './leader-task.ts'
import { meaningless } from '../../marking-core/keys/key-groups.ts'
import { returnChoices } from './return-choices.ts'

const TAKES = ['takeFirst', 'takeSecond', 'takeThird'] as const
/** A problem paper keeps no flags, and is no benchmark. */
const OF_ARBITRATION = [
  'submitExcellent',
  'excellent',
  'typical',
  'typicalMistake',
  'doubtful',
  'flagNote',
  'benchmark',
] as const

/** What keys do on this paper where it is not what they always do; null for those that do nothing here. */
export function keyMeanings(
  mode: LeaderMode,
  task: Pick<LeaderTaskView, 'readings' | 'returns' | 'problem'>,
  has: { tools: boolean; words: boolean },
): ReadonlyMap<DeskAction, string | null> {
  const none = (actions: readonly DeskAction[]) => actions.map((action) => [action, null] as const)
  return new Map<DeskAction, string | null>([
    ...none(TAKES.slice(task.readings.length)),
    ...none(task.readings.length === 0 ? ['takeMean'] : []),
    ...meaningless(has),
    ...(mode === 'arbitration'
      ? ([
          ['handBack', '打回评阅教师，或交给其他题组长'],
          ['handBackSame', null],
          ['noMark', null],
        ] as const)
      : [
          ...none(OF_ARBITRATION),
          ...none(['handBack', 'handBackSame']),
          ...returnChoices(task)
            .toReversed()
            .map(({ action, text }) => [action, text] as const),
          ['noMark', '按违纪处理或作废（0 分，须写原因）'] as const,
        ]),
  ])
}
