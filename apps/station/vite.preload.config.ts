import { defineConfig } from 'vite'

/** A sandboxed preload is one CommonJS file. Run after the screen's own build, which empties `dist`. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist/preload',
    emptyOutDir: false,
    minify: false,
    lib: {
      entry: 'src/preload/preload.ts',
      formats: ['cjs'],
      fileName: () => 'preload.cjs',
    },
    rolldownOptions: { external: ['electron'] },
  },
})
