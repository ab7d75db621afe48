import { useMemo } from 'react'
import { keyGroupsOf, meaningless } from '../../marking-core/keys/key-groups.ts'
import type { KeyChoiceState } from '../../marking-core/keys/use-key-choice.ts'
import { slotMeanings } from '../../marking-messages/rubric/entry-choice.ts'
import { currentOf, type DeskState } from './desk-state.ts'

/** The key map of the marking page, as it is for the block and the paper in hand. */
export function useDeskKeyGroups({ bindings, choice }: KeyChoiceState, state: DeskState) {
  const { lettersOff } = choice
  const { settings, has_words: words } = state.info
  const mayType = settings.score_type !== 1
  const tools = settings.traces === 1
  const paper = currentOf(state)
  return useMemo(
    () =>
      keyGroupsOf({
        bindings,
        page: 'marking',
        lettersOff,
        mayType,
        meanings: meaningless({ tools, words }),
        entries: slotMeanings(
          paper && { entry: paper.entry, rules: paper.rules, points: paper.task.points },
          state.rubric?.entries ?? [],
        ),
      }),
    [bindings, lettersOff, mayType, tools, words, paper, state.rubric],
  )
}
