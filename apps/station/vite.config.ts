import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The operator's screen, for the Electron window and for the browser alike: addresses are relative. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy allows our own files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
})
