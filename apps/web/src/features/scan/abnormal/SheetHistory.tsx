import { Time } from '@hengjuan/ui'
import css from './abnormal.module.css'
import type { AbnormalSheet } from './use-abnormal.ts'

export function SheetHistory({ sheet }: { sheet: AbnormalSheet }) {
  if (sheet.handled.length === 0) return null
  return (
    <section className={css['history']} aria-label="处理记录">
      <h3>处理记录</h3>
      <ol>
        {sheet.handled.map(({ decision_id, text, actor_name, at }) => (
          <li key={decision_id}>
            {text}
            <small>
              {actor_name} · <Time at={at} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
