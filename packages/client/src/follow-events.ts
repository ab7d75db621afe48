export interface FollowOptions {
  /** What to do with an event, by its name. */
  on: Readonly<Record<string, (data: unknown) => void>>
  /** Do events come in? */
  onLive?: (isLive: boolean) => void
  /** A refused stream is asked for again after so long; a broken one reconnects by itself. */
  retryMs: number
  /** After such a silence the stream is dead; absent where a long one says nothing. */
  silentMs?: number
}

/**
 * Listens to what the server pushes while the page is in sight. A browser holds six connections to a server that is
 * opened by plain HTTP, for all its windows together: streams of windows behind others would leave none for calls.
 * Whoever listens is sent the whole state when the page is seen again.
 *
 * @returns ends it
 */
export function followEvents(
  address: string,
  { on, onLive, retryMs, silentMs }: FollowOptions,
): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = (ms: number | undefined) => {
    clearTimeout(timer)
    if (ms !== undefined) timer = setTimeout(connect, ms)
  }
  const leave = () => {
    again(undefined)
    source?.close()
    source = null
    onLive?.(false)
  }
  function connect(): void {
    leave()
    if (document.visibilityState === 'hidden') return
    const stream = new EventSource(address)
    source = stream
    again(silentMs)
    for (const [name, hear] of Object.entries(on))
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => {
        onLive?.(true)
        again(silentMs)
        hear(JSON.parse(data))
      })
    stream.addEventListener('error', () => {
      onLive?.(false)
      if (stream.readyState === EventSource.CLOSED) again(retryMs)
    })
  }
  connect()
  // A network that went away does not close a stream: nothing would come, and nobody would say so.
  window.addEventListener('offline', leave)
  window.addEventListener('online', connect)
  document.addEventListener('visibilitychange', connect)
  return () => {
    window.removeEventListener('offline', leave)
    window.removeEventListener('online', connect)
    document.removeEventListener('visibilitychange', connect)
    leave()
  }
}
