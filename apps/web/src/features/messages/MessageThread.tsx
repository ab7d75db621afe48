import { ErrorState, Piece, SkeletonLines, Time } from '@hengjuan/ui'
import { useEffect, useRef } from 'react'
import { NoteButton } from './NoteButton.tsx'
import type { Conversation, Message } from './use-reading.ts'
import css from './messages.module.css'

/** The messages of a conversation, the latest at the bottom and in sight. */
export function MessageThread(props: {
  view: Conversation | undefined
  error: unknown
  onRetry: () => void
  empty: string
}) {
  const { view, error } = props
  const end = useRef<HTMLLIElement>(null)
  const lastId = view?.list.at(-1)?.message_id
  // A list that scrolls is outside React.
  useEffect(() => {
    if (lastId !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [lastId])
  if (!view) {
    return (
      <div className={css['waiting']}>
        {error ? <ErrorState error={error} onRetry={props.onRetry} /> : <SkeletonLines lines={5} />}
      </div>
    )
  }
  if (view.list.length === 0) return <p className={css['empty']}>{props.empty}</p>
  return (
    <ol className={css['thread']} aria-label="消息" aria-live="polite">
      {view.list.map((message) => (
        <li
          key={message.message_id}
          ref={message.message_id === lastId ? end : null}
          className={css['message']}
          data-own={message.side === view.side || undefined}
        >
          <p className={css['head']}>
            <strong>{message.is_own ? '我' : message.author_name}</strong>
            {message.marker_id === null && <span className={css['all']}>发给全体</span>}
            <Time at={message.at} />
          </p>
          <div className={css['bubble']}>
            {message.paper && <Paper paper={message.paper} />}
            {message.text}
          </div>
          {message.side === view.side && (
            <div className={css['receipt']}>
              <span>{receiptOf(message)}</span>
              {view.side === 'leader' && <NoteButton blockId={view.block_id} message={message} />}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function Paper({ paper }: { paper: NonNullable<Message['paper']> }) {
  return (
    <figure className={css['paper']}>
      <figcaption>密号 {paper.code}</figcaption>
      {paper.images.map(({ url, hash, width_px, height_px }) => (
        <a key={hash} href={url} target="_blank" rel="noreferrer" title="在新窗口中查看原大图像">
          <Piece
            isPressed
            src={url}
            width={width_px}
            height={height_px}
            alt={`密号 ${paper.code} 的作答`}
            loading="lazy"
          />
        </a>
      ))}
    </figure>
  )
}

function receiptOf({ marker_id, read_count, reader_count }: Message): string {
  if (marker_id === null) return `已读 ${Math.min(read_count, reader_count)}/${reader_count}`
  return read_count > 0 ? '✓ 已读' : '未读'
}
