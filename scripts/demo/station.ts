/** The scanning station's own door, as its screen uses it. */
export interface StationDoor {
  call<T>(name: string, input?: Record<string, unknown>): Promise<T>
}

/** How long a call is tried again while the station is being started again. */
const AWAY_MS = 300_000

/** @param at where the station listens now; it may change when it is started again */
export const stationDoor = (at: () => { port: number; token: string }): StationDoor => ({
  async call<T>(name: string, input: Record<string, unknown> = {}): Promise<T> {
    const end = Date.now() + AWAY_MS
    for (;;) {
      const { port, token } = at()
      const response = await fetch(`http://127.0.0.1:${port}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
      }).catch(() => null)
      if (response?.ok) return ((await response.json()) as { data: T }).data
      // A station that was started again on the same port listens a moment before it tells its new token.
      const isNew = response?.status === 401
      if (response && (!isNew || Date.now() > end))
        throw new Error(`station ${name}: ${response.status} ${await response.text()}`)
      if (Date.now() > end) throw new Error(`station ${name}: no answer`)
      await new Promise((resume) => setTimeout(resume, 150))
    }
  },
})
