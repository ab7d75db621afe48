import type { CallError } from '@hengjuan/client'
import { ErrorState } from '@hengjuan/ui'
import css from './import.module.css'

/** What a call was refused for, with the cells of the table where it names some. */
export function Refusal({
  error,
  onRetry,
}: {
  error: CallError
  onRetry?: (() => void) | undefined
}) {
  const isStale = error.code === 'IMPORT_STALE'
  return (
    <div className={css['refusal']} data-stale={isStale || undefined}>
      {isStale ? (
        <p role="alert">! {error.message}。已按现在的数据重新核对，请再看一遍变化。</p>
      ) : (
        <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />
      )}
      {error.fields.length > 0 && (
        <ul className={css['problems']}>
          {error.fields.map(({ path, msg }) => (
            <li key={`${path}${msg}`}>
              <code>{path}</code> <span>{msg}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
