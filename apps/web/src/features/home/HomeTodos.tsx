import { useRoute } from '@hengjuan/client/react'
import { homeTodos, type ReplyOf } from '@hengjuan/contracts'
import { ErrorState, Panel, SkeletonLines } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './home.module.css'

type Todo = ReplyOf<typeof homeTodos>[number]

/** What waits for the signed-in person. */
export function HomeTodos(props: {
  /** Where a task is done; null when no page does it. */
  linkOf: (todo: Todo) => string | null
  /** Kinds that stand elsewhere on the page already. */
  without?: readonly string[]
}) {
  const { data: all, error, refetch } = useRoute(homeTodos, {})
  const data = all?.filter(({ kind }) => !props.without?.includes(kind))
  // What there is to do stands elsewhere on the page; an empty list would say that there is nothing.
  if (data?.length === 0 && (props.without ?? []).length > 0) return null
  return (
    <Panel title="待办" {...(data && data.length > 0 ? { note: `${data.length} 项` } : {})}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={4} />
      ) : data.length === 0 ? (
        <p className={css['nothing']}>没有待办事项。新的扫描异常和考试步骤会出现在这里。</p>
      ) : (
        <ul className={css['todos']}>
          {data.map((todo) => (
            <TodoRow
              key={`${todo.kind}-${todo.exam_id}-${todo.subject_id}-${todo.block_id}`}
              todo={todo}
              to={props.linkOf(todo)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function TodoRow({ todo, to }: { todo: Todo; to: string | null }) {
  const content = (
    <>
      <span className={css['todoText']}>
        <strong>{todo.title}</strong>
        <span>{todo.detail}</span>
      </span>
      <span className={css['todoCount']}>{todo.count}</span>
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={css['todo']}>
          {content}
        </Link>
      ) : (
        <div className={css['todo']}>{content}</div>
      )}
    </li>
  )
}
