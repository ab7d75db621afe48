import { freshKey } from '@hengjuan/client'

/** What the windows of one marker with one block tell each other. */
type Word =
  /** This one is open; `asks` who else is. */
  | { kind: 'here'; from: string; asks: boolean }
  | { kind: 'gone'; from: string }
  /** A paper was handed in, or passed on. */
  | { kind: 'done'; from: string; readingId: number }

/**
 * Other windows of this browser in which the same person has the same block open: they have the same papers in hand,
 * so that none gives them back for all, and none shows what another one handed in.
 *
 * @param heard a paper was handed in in another window
 */
export function deskPeers(name: string, heard: (readingId: number) => void) {
  const own = freshKey()
  const others = new Set<string>()
  const channel = new BroadcastChannel(`hengjuan-desk-${name}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a rule for windows; a channel has one origin
  const say = (word: Word) => channel.postMessage(word)
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'gone') others.delete(data.from)
    else others.add(data.from)
    if (data.kind === 'here' && data.asks) say({ kind: 'here', from: own, asks: false })
    if (data.kind === 'done') heard(data.readingId)
  })
  const come = () => say({ kind: 'here', from: own, asks: true })
  const go = () => say({ kind: 'gone', from: own })
  come()
  return {
    /** Has another window these papers in hand as well? */
    areAny: () => others.size > 0,
    tellDone: (readingId: number) => say({ kind: 'done', from: own, readingId }),
    /** The page was kept by the browser and is shown again. */
    come,
    go,
    close: () => {
      go()
      channel.close()
    },
  }
}

export type DeskPeers = ReturnType<typeof deskPeers>
