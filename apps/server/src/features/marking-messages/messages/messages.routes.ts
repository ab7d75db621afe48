import * as contract from '@hengjuan/contracts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { messagesOf } from './conversation.ts'
import { sendMessage } from './send-message.ts'
import { readMessages, unreadIn } from './unread-messages.ts'

/** Messages between the markers and the leaders of a block. @source ui D2 (key M), D5 (8) */
export function registerMessages(target: ServeApp): void {
  serve(target, contract.messagesGet, async ({ query, found, services, session }) =>
    messagesOf(services, session, found.block, query.marker_id),
  )

  serve(target, contract.messageSend, async ({ body, found, services, session }) => ({
    message_id: await sendMessage(services, session, found.block, body),
  }))

  serve(target, contract.messagesRead, async ({ body, found, services, session }) => {
    await readMessages(services, session, found.block, {
      lastId: body.last_id,
      markerId: body.marker_id ?? null,
    })
    return { ok: true as const }
  })

  serve(target, contract.messagesUnread, async ({ found, services, session }) =>
    unreadIn(services, session, found.exam.id),
  )
}
