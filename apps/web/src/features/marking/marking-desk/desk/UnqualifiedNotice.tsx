import { Classes } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { ownTasks } from '@hengjuan/contracts'
import { EmptyState } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { NOTHING_NEW, waitingWords } from '@hengjuan/domain'
import type { MarkInfo } from './desk-state.ts'
import { NextWork } from './NextWork.tsx'

/** Before the first paper: to be qualified, or waiting for whoever decides about it. */
export function UnqualifiedNotice({ info, children }: { info: MarkInfo; children: ReactNode }) {
  const { data } = useRoute(
    ownTasks,
    { query: { state: 'unfinished' } },
    { refetchInterval: 15_000 },
  )
  const own = data?.find(({ block_id }) => block_id === info.block_id)
  const waiting = own ? waitingWords(own) : null
  const { title, text } = waiting ?? NOTHING_NEW.unqualified
  const trial = (
    <Link
      className={waiting ? Classes.BUTTON : `${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}
      to={`/qualification?block_id=${info.block_id}`}
    >
      {waiting ? '查看试评与定标' : '去试评与定标'}
    </Link>
  )
  return (
    <EmptyState
      size="large"
      title={title}
      action={
        <NextWork
          blockId={info.block_id}
          mayArbitrate={info.may_arbitrate}
          first={waiting ? null : trial}
        >
          {waiting && trial}
        </NextWork>
      }
    >
      {text}
      {children}
    </EmptyState>
  )
}
