import {
  clientChangeException,
  clientChooseCoord,
  clientCoord,
  clientForceSure,
  clientProblemSign,
  clientRecropSheet,
  clientRefixOption,
  clientRefixOptionSimple,
  clientReomr,
  clientSureOption,
} from '@hengjuan/contracts'
import type { ServerLink } from '../upload/server-link.ts'
import type { SentAction } from '../store/action.store.ts'
import type { StoredDecision } from './stored-action.ts'

/** Reading pages again takes the server a while. */
const READING_TIMEOUT_MS = 120_000
/** The station's own reading of a page, as the server counts them. */
const FIRST_RUN = 1

/** What every call says about the action. */
interface Head {
  action_id: string
  station: string
  decided_at: string
  sent_at: string
  exam_id: number
  subject_id: number
}

/**
 * Tells the server one action by the call that fits it. The same action may be told again: it is applied
 * once.
 *
 * @returns the server's answer @throws CallError
 */
export function sendAction(
  link: ServerLink,
  action: SentAction,
  of: { exam_id: number; subject_id: number; station: string; now: string },
): Promise<unknown> {
  const { exam_id, subject_id, station } = of
  const head: Head = {
    action_id: action.id,
    station,
    decided_at: action.decided_at,
    sent_at: of.now,
    exam_id,
    subject_id,
  }
  return sendDecision(link, head, action.sheet_id, JSON.parse(action.decision) as StoredDecision)
}

function sendDecision(
  link: ServerLink,
  head: Head,
  sheet_id: string,
  decision: StoredDecision,
): Promise<unknown> {
  const reading = { timeoutMs: READING_TIMEOUT_MS }
  switch (decision.kind) {
    case 'locate': {
      const { page_seq, page, anchors } = decision
      return link.call(
        clientCoord,
        { body: { ...head, sheet_id, page_seq, page, anchors } },
        reading,
      )
    }
    case 'first_reading': {
      const { page_seq } = decision
      return link.call(clientChooseCoord, { body: { ...head, sheet_id, page_seq, run: FIRST_RUN } })
    }
    case 'reread':
      return link.call(
        clientReomr,
        {
          body: {
            ...head,
            scope: {
              kind: 'sheet',
              sheet_id,
              ...(decision.page_seq === null ? {} : { page_seq: decision.page_seq }),
            },
          },
        },
        reading,
      )
    case 'recrop':
      return link.call(clientRecropSheet, { body: { ...head, sheet_id } }, reading)
    case 'answer':
      return sendAnswers(link, { ...head, sheet_id }, decision.options)
    case 'force_sure': {
      const { warnings, note } = decision
      return link.call(clientForceSure, { body: { ...head, sheet_id, warnings, note } })
    }
    // A problem sheet is signed by whoever scans, without the right to settle exceptions.
    case 'send_verify': {
      const { exam_id: _exam, subject_id: _subject, ...own } = head
      return link.call(clientProblemSign, { body: { sheet_id, note: decision.note, action: own } })
    }
    case 'identity':
    case 'duplicate':
    case 'accept_page':
    case 'ignore_page':
    case 'accept_missing':
    case 'void':
    case 'absence':
    case 'verify':
    case 'undo':
      return link.call(clientChangeException, { body: { ...head, sheet_id, change: decision } })
  }
}

type Options = Extract<StoredDecision, { kind: 'answer' }>['options']

/** What the machine had read is confirmed, so that the server can see whether it reads the same. */
function sendAnswers(
  link: ServerLink,
  body: Head & { sheet_id: string },
  answers: Options,
): Promise<unknown> {
  if (answers.every(({ confirms }) => confirms)) {
    const options = answers.map(({ target, values }) => ({ target, values }))
    return link.call(clientSureOption, { body: { ...body, options } })
  }
  const options = answers.map(({ target, values, resolved_as }) => ({
    target,
    values,
    resolved_as,
  }))
  const [only] = options
  return options.length === 1 && only
    ? link.call(clientRefixOptionSimple, { body: { ...body, ...only } })
    : link.call(clientRefixOption, { body: { ...body, options } })
}
