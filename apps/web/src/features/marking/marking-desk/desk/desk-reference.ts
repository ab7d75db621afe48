import { secondReaderReference } from '@hengjuan/contracts'
import { type OutboxItem, totalOfItem } from '../../marking-core/queue/outbox-store.ts'
import type { DeskCore } from './desk-core.ts'
import type { Reference } from './desk-state.ts'
import { keepReference } from '../../marking-core/paper/kept-view.ts'

/** Of several papers handed in at once only the last is asked about. */
const SETTLE_MS = 150
/** So long it stays, unless the next one comes. */
const SHOWN_MS = 8000
/** What lay in the outbox longer is no paper that was just handed in. */
const RECENT_MS = 60_000

/**
 * What a second reader gave the paper that was just handed in; asked for once the server has the own score,
 * never before.
 *
 * @source domain rules 7.6
 */
export function referenceOf({ caller, info, get, set }: DeskCore) {
  let asking: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function hide(): void {
    clearTimeout(hiding)
    set({ reference: null })
  }

  /** Both scores of each point, in the words of the paper that was handed in. */
  function pointsOf({ body }: OutboxItem, read: readonly number[]): Reference['points'] {
    const names = get()
      .done.find(({ task }) => task.reading_id === body.reading_id)
      ?.rules.points.map(({ name }) => name)
    const given = body.scores ?? []
    if (!names || given.length < 2 || read.length !== given.length) return []
    return read.map((readerMilli, at) => ({
      name: names[at] ?? '',
      givenMilli: given[at] ?? 0,
      readerMilli,
    }))
  }

  async function ask(item: OutboxItem, readingId: number): Promise<void> {
    const givenMilli = totalOfItem(item)
    const query = { block_id: info.block_id, reading_id: readingId }
    // A hint that does not come is not missed.
    const reply = await caller.call(secondReaderReference, { query }).catch(() => null)
    if (!reply?.reference || givenMilli === null || !get().isReferenceOn) return
    const { total_milli: totalMilli, scores, reader_name, reader_version } = reply.reference
    set({
      reference: {
        secretCode: item.secretCode,
        givenMilli,
        totalMilli,
        points: pointsOf(item, scores),
        reader: `${reader_name} ${reader_version}`,
      },
    })
    clearTimeout(hiding)
    hiding = setTimeout(hide, SHOWN_MS)
  }

  return {
    handedIn: (item: OutboxItem, readingId: number): void => {
      if (info.second_reader === null || !get().isReferenceOn) return
      if (!item.body.scores || Date.now() - item.at > RECENT_MS) return
      clearTimeout(asking)
      asking = setTimeout(() => void ask(item, readingId), SETTLE_MS)
    },
    /** Each marker decides whether to be told. */
    turn: (): void => {
      const isReferenceOn = !get().isReferenceOn
      keepReference(isReferenceOn)
      hide()
      set({ isReferenceOn })
    },
    stop: (): void => {
      clearTimeout(asking)
      clearTimeout(hiding)
    },
  }
}
