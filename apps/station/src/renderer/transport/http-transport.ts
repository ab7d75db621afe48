import type { StationFailure, StationState } from '../../bridge/station-api.ts'
import { refusalOf, type Transport } from './transport.ts'

const UNREACHABLE = {
  code: 'OFFLINE',
  message: '扫描站程序没有响应，可能已关闭；已扫的内容都在本机，请重新启动扫描站',
}

/** The station behind the page's own address; the cookie of this run lets it in. */
export const httpTransport = (): Transport => ({
  call: async (name, input) => {
    const response = await fetch(`api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }).catch(() => null)
    if (!response) throw refusalOf(UNREACHABLE, 0)
    const reply = (await response.json().catch(() => UNREACHABLE)) as {
      data: never
    } & StationFailure
    if (!response.ok) throw refusalOf(reply, response.status)
    return reply.data
  },
  subscribe: (onState, onLost) => {
    const source = new EventSource('api/events')
    source.addEventListener('message', ({ data }) =>
      onState(JSON.parse(data as string) as StationState),
    )
    // The browser connects again by itself; meanwhile the figures on screen are old.
    source.addEventListener('error', onLost)
    return () => source.close()
  },
  pictureRoot: 'api/pictures/',
  pictureAddress: (imageId, kind) => `api/pictures/${imageId}/${kind}`,
})
