import { sentenceOf } from './ErrorState.tsx'
import css from './problem-line.module.css'

/** What went wrong, or what is wrong, below what was tried or typed; nothing where there is nothing. */
export function ProblemLine({ problem }: { problem: unknown }) {
  if (problem === null || problem === undefined) return null
  return (
    <p role="alert" className={css['problem']}>
      ✕ {typeof problem === 'string' ? problem : sentenceOf(problem)}
    </p>
  )
}
