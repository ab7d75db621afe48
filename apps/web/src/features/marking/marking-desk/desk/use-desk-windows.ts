import { useState } from 'react'
import { ALL_OWN, type OwnSearch } from '../search/own-search.ts'
import type { Desk } from './desk-store.ts'
import type { DeskWindow } from './DeskWindows.tsx'
import { reasonAt } from './ProblemMenu.tsx'
import { flaggedOf, noteReason } from './FlagNote.tsx'
import type { Paper } from '../../marking-core/paper/paper.ts'

/**
 * Which window lies over the desk, and what opens it: each says why it is not to be had.
 *
 * @param begin which own papers are looked for from the beginning; null for none
 */
export function useDeskWindows(desk: Desk, paper: Paper | null, begin: OwnSearch | null) {
  const [opened, open] = useState<DeskWindow>(begin ? 'search' : null)
  const [search, setSearch] = useState<OwnSearch>(begin ?? ALL_OWN)
  const close = () => open(null)
  const raise = (reason: string, note: string, pairCode?: string) => {
    close()
    desk.raiseProblem(reason, note, pairCode)
  }
  return {
    opened,
    open,
    close,
    search,
    searchFor: (own: OwnSearch) => {
      setSearch(own)
      open('search')
    },
    /** The paper is passed on as a problem. */
    raise,
    /** The same by the digit of its reason in the menu. */
    raiseAt: (digit: number) => {
      const reason = reasonAt(digit)
      if (reason === 'identical') open('pair')
      else if (reason !== undefined) raise(reason, '')
    },
    turnProblem: (isOpen: boolean) =>
      // A menu that is fading may say that it closes when another window is open already.
      open((shown) =>
        isOpen ? 'problem' : shown === 'problem' || shown === 'pair' ? null : shown,
      ),
    turnNote: (isOpen: boolean) => {
      const reason = isOpen ? noteReason(flaggedOf(paper)) : null
      if (reason !== null) desk.say(reason)
      open((shown) =>
        isOpen && reason === null ? 'flagNote' : shown === 'flagNote' ? null : shown,
      )
    },
    askTakeBack: () => {
      const reason = desk.takeBackRefusal()
      if (reason !== null) desk.say(reason)
      else open('takeBack')
    },
  }
}

export type DeskWindowsChoice = ReturnType<typeof useDeskWindows>
