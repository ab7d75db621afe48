import { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import {
  benchmarkScriptSet,
  blockMasterReset,
  type checkDetail,
  masterReview,
  readAgainSet,
  type ReplyOf,
  returnWithdraw,
  spotCheckReject,
} from '@hengjuan/contracts'
import { sentenceOf, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showAnew } from './shown-readings.ts'

export type CheckedTask = ReplyOf<typeof checkDetail>

/** What a checker can do with a reading; scores in thousandths. */
export type ReadingAction =
  | { kind: 'agree' }
  | { kind: 'correct'; scoreMilli: number; scores: number[] | null; comment: string }
  | { kind: 'return'; comment: string }
  | { kind: 'escalate'; comment: string }
  | { kind: 'reopen'; comment: string }
  | { kind: 'benchmark' }
  | { kind: 'send_again' }
  | { kind: 'withdraw_again' }
  | { kind: 'withdraw_return' }

const DONE: Record<ReadingAction['kind'], string> = {
  agree: '已记为合格',
  correct: '已改分',
  return: '已打回重评',
  escalate: '已转题组长仲裁',
  reopen: '已撤销裁定',
  benchmark: '已选作标准卷，由题组长独立评分并商定标准分',
  send_again: '已送第二人评阅，还没有人开始时可以撤回',
  withdraw_again: '已撤回第二人评阅，恢复原来的终评分',
  withdraw_return: '打回已撤销，恢复打回前的给分和状态',
}

/**
 * Sends what a checker decided. Leaders act through their own calls, supervisors through those of spot
 * checking; both come to the same.
 */
export function useReadingAction(as: 'leader' | 'supervisor', examId: number) {
  const { call } = useCaller()
  const client = useQueryClient()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOvertaken, setIsOvertaken] = useState(false)

  const send = async (task: CheckedTask, action: ReadingAction): Promise<boolean> => {
    if (isSending) return false
    setIsSending(true)
    setProblem(null)
    try {
      await deliver(task, action)
      toast.done(
        DONE[action.kind],
        action.kind === 'return' ? { text: '撤销', onClick: () => void undo(task) } : undefined,
      )
      await showAnew(client)
      return true
    } catch (failure) {
      setProblem(sentenceOf(failure))
      setIsOvertaken(failure instanceof CallError && failure.code === 'VERSION_CONFLICT')
      return false
    } finally {
      setIsSending(false)
    }
  }

  // The next paper lies there by now: what becomes of it is said over the page.
  const undo = async (task: CheckedTask) => {
    try {
      await deliver(task, { kind: 'withdraw_return' })
      toast.done(`密号 ${task.secret_code} 的${DONE.withdraw_return}`)
    } catch (failure) {
      toast.error(failure)
    }
    await showAnew(client)
  }

  const deliver = (task: CheckedTask, action: ReadingAction): Promise<unknown> => {
    const comment = 'comment' in action ? action.comment : ''
    const scores = action.kind === 'correct' ? action.scores : null
    if (action.kind === 'benchmark')
      return call(benchmarkScriptSet, {
        body: { block_id: task.block_id, unit_id: task.unit_id, kind: 'discussion' },
      })
    if (action.kind === 'withdraw_return')
      return call(returnWithdraw, {
        body: { block_id: task.block_id, task_detail_id: task.task_detail_id },
      })
    if (action.kind === 'send_again' || action.kind === 'withdraw_again')
      return call(readAgainSet, {
        body: {
          block_id: task.block_id,
          unit_ids: [task.unit_id],
          action: action.kind === 'send_again' ? 'send' : 'withdraw',
        },
      })
    if (action.kind === 'reopen' || (action.kind === 'escalate' && as === 'supervisor'))
      return call(blockMasterReset, {
        body: { unit_id: task.unit_id, action: action.kind, reason: comment },
      })
    // Whose reading it is stays hidden from who arbitrates the paper, and so leads its block.
    if (as === 'leader' || task.marker_id === null)
      return call(masterReview, {
        body: {
          block_id: task.block_id,
          task_detail_id: task.task_detail_id,
          outcome: action.kind === 'escalate' ? 'arbitration' : action.kind,
          ...(action.kind === 'correct' ? { score_milli: action.scoreMilli } : {}),
          ...(scores === null ? {} : { scores }),
          comment,
          version: task.version,
        },
      })
    return call(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: task.subject_id,
        block_id: task.block_id,
        marker_id: task.marker_id,
        task_detail_id: task.task_detail_id,
        is_rejected: action.kind === 'return' ? 1 : 0,
        is_marked: action.kind === 'correct' ? 1 : 0,
        ...(action.kind === 'correct' ? { reject_score: action.scoreMilli } : {}),
        ...(scores === null ? {} : { reject_scores: scores }),
        comment,
        version: task.version,
      },
    })
  }

  /** Shows the paper as it is now, and its row of the list, where somebody decided about it in between. */
  const lookAgain = async () => {
    await showAnew(client)
    setProblem(null)
    setIsOvertaken(false)
  }

  return { send, isSending, problem, isOvertaken, lookAgain }
}
