import { useState } from 'react'
import { noteReason } from '../../marking-desk/desk/FlagNote.tsx'
import { type LeaderTaskView, missingChoice } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { type ReturnChoice, returnChoices } from './return-choices.ts'
import type { LeaderPaperWork } from './use-leader-paper.ts'

/** What becomes of a paper that its leader does not score, and the note on its flags; each says why it is not to be had. */
export function useOtherWays(mode: LeaderMode, task: LeaderTaskView, work: LeaderPaperWork) {
  const [opened, open] = useState<'return' | 'noMark' | 'note' | null>(null)
  const choices = returnChoices(task)
  const giveBack = ({ to, refusal }: ReturnChoice) => {
    const missing = missingChoice(task, work.questionIds)
    if (refusal ?? missing) work.say(refusal ?? missing)
    else work.handBack({ exclude_raiser: to === 'others' ? 1 : 0 })
  }
  return {
    choices,
    opened,
    open,
    close: () => {
      open(null)
      work.say(null)
    },
    handBack: (action: ReturnChoice['action']) => {
      if (mode === 'arbitration' && action === 'handBack') open('return')
      else if (mode === 'arbitration')
        work.say('只有问题卷可以退回提交人，仲裁卷请用「打回或转交」')
      else {
        const way = choices.find((one) => one.action === action)
        if (way) giveBack(way)
        else work.say('这份问题卷不是阅卷教师提交的，没有提交人可以退回')
      }
    },
    noMark: () => {
      if (mode === 'arbitration') work.say('只有问题卷可以按违纪处理或作废')
      else {
        const missing = missingChoice(task, work.questionIds)
        work.say(missing)
        if (missing === null) open('noMark')
      }
    },
    openNote: () => {
      const reason =
        mode === 'arbitration'
          ? noteReason({ flags: work.flags, flagNote: work.flagNote, lockedReason: null })
          : '问题卷没有标记，只有仲裁卷可以写标记说明'
      work.say(reason)
      if (reason === null) open('note')
    },
  }
}

export type OtherWays = ReturnType<typeof useOtherWays>
