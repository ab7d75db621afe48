import { Checkbox } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { messagesGet } from '@hengjuan/contracts'
import { useState } from 'react'
import { SideDrawer } from '@hengjuan/ui'
import { useTyped } from '../../session/typed.ts'
import { MessageField } from './MessageField.tsx'
import { MessageThread } from './MessageThread.tsx'
import { useReading } from './use-reading.ts'
import css from './messages.module.css'

/** A marker asks the leader, with the paper on the screen if wanted. The paper stays in hand. @source ui D2 (key M) */
export function MarkerMessages(props: {
  blockId: number
  /** The paper on the screen; null for none. */
  paper: { readingId: number; code: string } | null
  isOpen: boolean
  onClose: () => void
}) {
  const { blockId, paper, isOpen } = props
  const [text, setText] = useTyped(`message ${blockId}`)
  const [isAbout, setAbout] = useState(true)
  const { data, error, refetch } = useRoute(
    messagesGet,
    { query: { block_id: blockId } },
    { enabled: isOpen, staleTime: 0 },
  )
  useReading({ view: data, markerId: undefined, isOpen })
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={props.onClose}
      size="min(420px, 92vw)"
      title={data?.side === 'leader' ? '消息' : '给题组长的消息'}
      hasBackdrop={false}
      enforceFocus={false}
    >
      <div className={css['drawer']}>
        <MessageThread
          view={data}
          error={error}
          onRetry={() => void refetch()}
          empty="还没有消息。评分标准没有写明的情况可以在这里问题组长，试卷留在您手中，不影响继续阅卷。"
        />
        {data?.side === 'leader' ? (
          <p className={css['empty']}>您是这个题块的题组长，请在阅卷监管的「消息」中答复。</p>
        ) : (
          <MessageField
            blockId={blockId}
            text={text}
            onText={setText}
            placeholder="写给题组长"
            about={paper && isAbout ? { reading_id: paper.readingId } : {}}
          >
            {paper && (
              <Checkbox
                className={css['about'] ?? ''}
                checked={isAbout}
                onChange={() => setAbout(!isAbout)}
                label={`附上当前试卷（密号 ${paper.code}）`}
              />
            )}
          </MessageField>
        )}
      </div>
    </SideDrawer>
  )
}
