import { StatusTag } from '@hengjuan/ui'
import { useEffect, useRef } from 'react'
import { categoryLabel } from './category-label.ts'
import { choiceName } from './choice-keys.ts'
import type { ReviewItem, ReviewKey } from './types.ts'
import css from './scan-review.module.css'

/** What waits, the least certain first. Rows out of sight are not laid out. */
export function ExceptionList(props: {
  items: readonly ReviewItem[]
  total: number
  selected: ReviewKey | null
  showCategory: boolean
  /** Sheets that other people have before them, with their names. */
  inHand: ReadonlyMap<string, string>
  onSelect: (id: ReviewKey) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  // Moving with the keyboard must not lead out of sight: acts when another row is selected.
  useEffect(() => {
    if (props.selected === null) return
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [props.selected])
  return (
    <ul className={css['list']} ref={list} aria-label="异常列表">
      {props.items.map((item) => (
        <li key={item.exception_id}>
          <button
            type="button"
            className={css['item']}
            aria-current={item.exception_id === props.selected || undefined}
            onClick={() => props.onSelect(item.exception_id)}
          >
            <span className={css['itemHead']}>
              <b>{item.candidate_name ?? item.machine_exam_no ?? '未知考生'}</b>
              {item.state === 'open' ? (
                props.showCategory && (
                  <StatusTag status="warn">{categoryLabel(item.category)}</StatusTag>
                )
              ) : (
                <StatusTag status="ok">{categoryLabel(item.category)}</StatusTag>
              )}
            </span>
            <span className={css['itemText']}>
              {item.choice ? `${choiceName(item.choice)}：` : ''}
              {item.score ? `${item.score.block_name}：` : ''}
              {item.reason}
            </span>
            <span className={css['itemFoot']}>
              {[
                item.class_name,
                item.batch_label,
                item.seq === null ? '' : `第 ${item.seq} 张`,
                item.handled_by_name ? `${item.handled_by_name} 处理` : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {item.state === 'open' && props.inHand.has(item.sheet_id ?? '') && (
              <span className={css['itemHeld']}>
                ! {props.inHand.get(item.sheet_id ?? '')} 正在处理
              </span>
            )}
          </button>
        </li>
      ))}
      {props.total > props.items.length && (
        <li className={css['more']}>另有 {props.total - props.items.length} 条，处理后自动补上</li>
      )}
    </ul>
  )
}
