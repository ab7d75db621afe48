/** Where the server's images lie. */
const IMAGES = '/v1/resource/'

/**
 * Hears of every image that came over the network, and how long it took from being asked for to its last byte, in
 * milliseconds. What the browser had already says nothing about the network.
 *
 * @returns stops it
 */
export function watchTransfers(heard: (ms: number) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType('resource') as PerformanceResourceTiming[]) {
      const isImage = new URL(entry.name).pathname.startsWith(IMAGES)
      if (isImage && entry.transferSize > 0) heard(entry.responseEnd - entry.startTime)
    }
  })
  observer.observe({ type: 'resource' })
  return () => observer.disconnect()
}
