import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oldBrowsers } from './old-browsers.plugin.ts'
import { precompress } from './precompress.ts'
import { withoutGlyphs } from './without-glyphs.ts'

/**
 * Libraries that change seldom, in chunks of their own so that a release leaves them in the cache. Charts do not draw
 * in what their components need of others: everybody would load them.
 */
const vendors = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  { name: 'blueprint', test: /node_modules[\\/]@blueprintjs[\\/](core|colors|select)[\\/]/ },
  {
    name: 'chart',
    test: /node_modules[\\/](chart\.js|react-chartjs-2|chartjs-[a-z-]+|@sgratzl|@kurkle)[\\/]|[\\/]ui[\\/]src[\\/]chart[\\/]/,
    includeDependenciesRecursively: false,
  },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
]

/**
 * What several pages use comes in one file, that of marking in another. Left alone, each set of pages that share
 * something gets a file of its own: fifty requests for a page, which take longer than the bytes that most of them
 * do not need. Who does not mark does not load what marking needs.
 */
const shared = [
  {
    name: 'marking',
    test: /[\\/]features[\\/](marking|supervision|messages)[\\/]/,
    minShareCount: 3,
  },
  { name: 'shared', test: /[\\/](apps|packages)[\\/]/, minShareCount: 4 },
].map((group) => ({ ...group, includeDependenciesRecursively: false }))

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), oldBrowsers(), precompress()],
  css: { postcss: { plugins: [withoutGlyphs] } },
  server: {
    port: 5173,
    strictPort: false,
    proxy: { '/v1': { target: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080' } },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy allows scripts, styles, fonts and images of our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: [...vendors, ...shared] } } },
  },
})
