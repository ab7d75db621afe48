import type { listExceptions, ReplyOf, reviewPresence } from '@hengjuan/contracts'
import { categoryLabel } from '@hengjuan/scan-review'
import css from './scan-errors.module.css'

/** Who else works on the exceptions of this subject now, and on what. @source ui D4 (footer) */
export function PeopleAtWork(props: {
  others: ReplyOf<typeof reviewPresence>['others']
  items: ReplyOf<typeof listExceptions>['list']
}) {
  const doingOf = (sheetId: string | null): string => {
    const item = props.items.find(({ sheet_id }) => sheetId !== null && sheet_id === sheetId)
    return item ? `（${categoryLabel(item.category)}）` : ''
  }
  return (
    <span className={css['people']} role="status" aria-label="同时处理的人">
      {props.others.length === 0
        ? '现在只有您在处理'
        : `同时在处理：${props.others.map(({ name, sheet_id }) => name + doingOf(sheet_id)).join('、')}`}
    </span>
  )
}
