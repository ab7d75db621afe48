import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { messagesGet } from '@hengjuan/contracts'
import { ErrorState, SideDrawer, SkeletonLines, timeText } from '@hengjuan/ui'
import { useState } from 'react'
import { useTyped } from '../../session/typed.ts'
import { MessageField } from './MessageField.tsx'
import { MessageThread } from './MessageThread.tsx'
import { type Conversation, useReading } from './use-reading.ts'
import css from './messages.module.css'

/** The conversations of a block; `all` is what is written to every marker. */
type Chosen = number | 'all'

/** Leaders and supervisors read what markers ask, answer, and write to all. @source ui D5 (8) */
export function LeaderMessages(props: {
  blocks: readonly { id: number; name: string; unread: number }[]
  /** The conversation that is open first; without one, the first that is unread. */
  markerId?: number
  isOpen: boolean
  onClose: () => void
}) {
  const { blocks, isOpen } = props
  const [picked, setPicked] = useState<number | null>(null)
  const block =
    blocks.find(({ id }) => id === picked) ?? blocks.find(({ unread }) => unread > 0) ?? blocks[0]
  // Reading empties the counts by which the block was chosen; it stays until the window is closed.
  if (isOpen && picked === null && block) setPicked(block.id)
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={props.onClose}
      onClosed={() => setPicked(null)}
      size="min(760px, 96vw)"
      title="与阅卷教师的消息"
    >
      {block && (
        <div className={css['leader']}>
          <HTMLSelect
            aria-label="题块"
            value={block.id}
            onChange={({ currentTarget }) => setPicked(Number(currentTarget.value))}
            options={blocks.map(({ id, name, unread }) => ({
              value: id,
              label: unread > 0 ? `${name}（${unread} 条未读）` : name,
            }))}
          />
          <BlockMessages key={block.id} blockId={block.id} first={props.markerId ?? null} />
        </div>
      )}
    </SideDrawer>
  )
}

function BlockMessages(props: { blockId: number; first: Chosen | null }) {
  const { blockId } = props
  const [picked, setPicked] = useState<Chosen | null>(props.first)
  const overview = useRoute(messagesGet, { query: { block_id: blockId } }, { staleTime: 0 })
  const people = overview.data?.people
  const chosen = picked ?? people?.find(({ unread }) => unread > 0)?.marker_id ?? 'all'
  // What was begun stays with its conversation, whatever is opened or closed in between.
  const [text, setText] = useTyped(`message ${blockId} ${chosen}`)
  // So does the conversation.
  if (picked === null && people) setPicked(chosen)
  const markerId = chosen === 'all' ? undefined : chosen
  const thread = useRoute(
    messagesGet,
    { query: { block_id: blockId, ...(markerId === undefined ? {} : { marker_id: markerId }) } },
    { staleTime: 0 },
  )
  useReading({ view: thread.data, markerId, isOpen: true })
  if (!people) {
    if (overview.error)
      return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
    return <SkeletonLines lines={6} />
  }
  const name = people.find(({ marker_id }) => marker_id === chosen)?.name
  return (
    <div className={css['columns']}>
      <ul className={css['people']} aria-label="对话">
        <Person
          name="全体阅卷教师"
          note={`${people.length} 人`}
          isCurrent={chosen === 'all'}
          onPick={() => setPicked('all')}
        />
        {people.map((person) => (
          <Person
            key={person.marker_id}
            name={person.name}
            note={noteOf(person)}
            unread={person.unread}
            isWaiting={person.is_waiting}
            isCurrent={chosen === person.marker_id}
            onPick={() => setPicked(person.marker_id)}
          />
        ))}
      </ul>
      <div className={css['conversation']}>
        <MessageThread
          view={thread.data}
          error={thread.error}
          onRetry={() => void thread.refetch()}
          empty={
            chosen === 'all'
              ? '还没有发给全体的消息。写在这里的话，题块的每位阅卷教师都会看到。'
              : `与${name ?? '这位教师'}还没有消息。`
          }
        />
        <MessageField
          key={chosen}
          blockId={blockId}
          text={text}
          onText={setText}
          placeholder={chosen === 'all' ? '写给全体阅卷教师' : `写给${name ?? '这位教师'}`}
          about={markerId === undefined ? {} : { marker_id: markerId }}
        />
      </div>
    </div>
  )
}

const noteOf = ({ last_text, last_at }: Conversation['people'][number]): string =>
  last_text === null || last_at === null ? '还没有消息' : `${timeText(last_at)} ${last_text}`

function Person(props: {
  name: string
  note: string
  unread?: number
  isWaiting?: boolean
  isCurrent: boolean
  onPick: () => void
}) {
  const { unread = 0 } = props
  return (
    <li>
      <button
        type="button"
        className={css['person']}
        aria-current={props.isCurrent || undefined}
        onClick={props.onPick}
      >
        <span>
          {props.name}
          {unread > 0 ? (
            <b aria-label={`${unread} 条未读`}>{unread}</b>
          ) : (
            props.isWaiting && <i>待答复</i>
          )}
        </span>
        <small>{props.note}</small>
      </button>
    </li>
  )
}
