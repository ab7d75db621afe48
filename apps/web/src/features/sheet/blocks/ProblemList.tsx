import { StatusTag } from '@hengjuan/ui'
import type { Problem } from './use-block-work.ts'
import css from './blocks.module.css'

/** What the check found; a click leads to the block or question. */
export function ProblemList(props: {
  problems: readonly Problem[]
  isChecking: boolean
  onGo: (problem: Problem) => void
}) {
  if (props.problems.length === 0)
    return (
      <p className={css['fine']}>
        <StatusTag status={props.isChecking ? 'busy' : 'ok'}>
          {props.isChecking ? '正在检查' : '每道主观题都在一个题块中，每个题块都有题目和框'}
        </StatusTag>
      </p>
    )
  return (
    <ul className={css['problems']} aria-label="检查结果">
      {props.problems.map((problem, index) => (
        <li key={index}>
          <button
            type="button"
            data-blocking={problem.blocking || undefined}
            onClick={() => props.onGo(problem)}
          >
            {problem.blocking ? '✕' : '!'} {problem.message}
          </button>
        </li>
      ))}
    </ul>
  )
}
