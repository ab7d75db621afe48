import type { ImageViewerHandle } from '@hengjuan/ui'
import type { RefObject } from 'react'
import { BY_MOUSE } from '../../marking-desk/desk/key-refusals.ts'
import { ENTRY_ACTIONS, isEntryAction } from '../../marking-core/entry/entry-actions.ts'
import { move, typeKey } from '../../marking-core/entry/score-entry.ts'
import { type DeskAction, isOnPage, isSlot } from '../../marking-core/keys/desk-actions.ts'
import { isLetterKey, isScoreKey } from '../../marking-core/keys/key-name.ts'
import type { KeyChoiceState } from '../../marking-core/keys/use-key-choice.ts'
import { usePageKeys } from '../../marking-core/keys/use-page-keys.ts'
import { moveImage } from '../../marking-core/keys/viewer-actions.ts'
import type { TrialWork } from './use-trial.ts'

/** The keys of the marking page as far as they give scores and move the image. */
export function useTrialKeys(options: {
  trial: TrialWork
  viewer: RefObject<ImageViewerHandle | null>
  keys: Pick<KeyChoiceState, 'actions' | 'choice'>
  /** 键盘给分 switched off, as on the marking page. */
  mayType: boolean
  /** Presses the entry of the rubric that has the key. @returns whether there is one */
  onSlot: (action: DeskAction) => boolean
  onHelp: () => void
  onRubric: () => void
  onContrast: () => void
}): void {
  const { trial, viewer, keys, mayType } = options
  usePageKeys(keys.actions, (key) => {
    if (keys.choice.lettersOff && isLetterKey(key)) return false
    const action = keys.actions.get(key)
    const isScored = isScoreKey(key) || (action !== undefined && isEntryAction(action))
    if (isScored && !mayType) {
      trial.say(BY_MOUSE)
      return true
    }
    if (isScoreKey(key)) {
      trial.edit((entry, rules) => typeKey(entry, key, rules))
      return true
    }
    if (!action || !isOnPage(action, 'trial')) return false
    if (isSlot(action)) return options.onSlot(action)
    if (action === 'help') options.onHelp()
    else if (action === 'rubric') options.onRubric()
    else if (action === 'contrast') options.onContrast()
    else if (action === 'submit') trial.submit()
    else if (isEntryAction(action)) trial.edit(ENTRY_ACTIONS[action])
    else if (action === 'up' || action === 'down')
      trial.edit((entry, rules) => move(entry, action === 'down' ? 1 : -1, rules))
    else return moveImage(action, viewer.current)
    return true
  })
}
