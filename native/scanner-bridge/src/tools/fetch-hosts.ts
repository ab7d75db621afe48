// Fetches Node 22 for Linux and Windows and koffi for Windows, for the tests that need them.
import { CACHE, fetchHosts } from './host-cache.ts'

await fetchHosts()
console.log(`fetched into ${CACHE}`)
