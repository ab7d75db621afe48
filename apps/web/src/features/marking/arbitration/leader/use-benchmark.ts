import { useCall } from '@hengjuan/client/react'
import { benchmarkScriptSet } from '@hengjuan/contracts'
import { sentenceOf, toast } from '@hengjuan/ui'
import type { LeaderMode } from './LeaderPapers.tsx'
import type { LeaderTaskView } from './leader-task.ts'

/**
 * The paper on the table becomes a script of the benchmark set. It stays on the table and is scored as any
 * other: what it shows the set is agreed on later, by leaders who mark it again on their own.
 *
 * @param say shows a refusal beside the scores
 * @source ui D3 (key K); domain rules 7.1
 */
export function useBenchmark(
  mode: LeaderMode,
  task: Pick<LeaderTaskView, 'block_id' | 'unit_id'>,
  say: (sentence: string) => void,
) {
  const { mutate, isPending, isSuccess } = useCall(benchmarkScriptSet, {
    onSuccess: () => toast.done('已选作标准卷，请到「标准卷」中独立评分并商定标准分'),
    onError: (failure) => say(sentenceOf(failure)),
  })
  const isProblem = mode === 'problem'
  const reason = isProblem
    ? '问题卷不能选作标准卷'
    : isPending
      ? '正在选作标准卷'
      : isSuccess
        ? '这份试卷已选作标准卷'
        : null
  return {
    isAdded: isSuccess,
    /** Why it can not be added now; null when it can. */
    reason,
    add: () => {
      if (reason === null)
        mutate({
          body: { block_id: task.block_id, unit_id: task.unit_id, kind: 'discussion' },
        })
      else if (!isPending) say(reason)
    },
  }
}

export type BenchmarkChoice = ReturnType<typeof useBenchmark>
