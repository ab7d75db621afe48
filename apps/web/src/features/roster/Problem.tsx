import type { CallError } from '@hengjuan/client'
import css from './roster.module.css'

/** What a call was refused for, with the cells of a table that are wrong. */
export function Problem({ error }: { error: CallError | null }) {
  if (!error) return null
  return (
    <div role="alert" className={css['problem']}>
      <p>✕ {error.message}</p>
      {error.fields.length > 0 && (
        <ul className={css['problems']}>
          {error.fields.map(({ path, msg }) => (
            <li key={`${path}${msg}`}>
              <code>{path}</code> {msg}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
