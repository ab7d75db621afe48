/** When a marker hands in: milliseconds since the beginning. */
export interface Arrival {
  atMs: number
  marker: number
}

/**
 * Moments at which markers hand in, each independently of all others and of how fast they are served: the
 * time between two papers of a marker is exponentially distributed.
 *
 * @param perSecond of all markers together
 * @param random 0 up to 1
 * @returns in the order of time
 */
export function arrivals(plan: {
  markers: number
  perSecond: number
  seconds: number
  random: () => number
}): Arrival[] {
  const { markers, perSecond, seconds, random } = plan
  const meanMs = (markers / perSecond) * 1000
  const all: Arrival[] = []
  for (let marker = 0; marker < markers; marker++) {
    const gap = () => -Math.log(1 - random()) * meanMs
    for (let atMs = gap(); atMs < seconds * 1000; atMs += gap()) all.push({ atMs, marker })
  }
  return all.sort((a, b) => a.atMs - b.atMs)
}
