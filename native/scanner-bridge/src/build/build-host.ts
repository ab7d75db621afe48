import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The oldest Node that a host runs on: the last one with 32 bits on Windows is 22. */
const TARGET = 'node22'

/**
 * Makes plain JavaScript of the bridge, for a Node that cannot run TypeScript. Native code stays outside:
 * `koffi` has to lie in a `node_modules` beside it.
 *
 * @param folder gets `bridge.mjs`, what it loads, and the helper that drives WIA
 * @param entry what is made into it, from the folder of the package
 */
export async function buildHost(folder: string, entry = 'src/main.ts'): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['koffi'] },
    build: {
      ssr: entry,
      outDir: path.resolve(folder),
      emptyOutDir: false,
      target: TARGET,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'bridge.mjs', chunkFileNames: '[name].mjs' } },
    },
  })
  const helper = 'wia-helper.ps1'
  await copyFile(path.join(ROOT, '../wia-helper', helper), path.join(folder, helper))
}
