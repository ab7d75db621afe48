import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Libraries that change seldom, in chunks of their own so that a release leaves them in the cache. */
const vendors = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  { name: 'blueprint', test: /node_modules[\\/]@blueprintjs[\\/](core|colors|select)[\\/]/ },
  { name: 'chart', test: /node_modules[\\/](chart\.js|react-chartjs-2|@kurkle)[\\/]/ },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
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
    rolldownOptions: { output: { codeSplitting: { groups: vendors } } },
  },
})
