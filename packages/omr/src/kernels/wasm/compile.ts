import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/** Where the sources are, and the module that carries what was made of them. */
const sources = new URL('../../../wasm/', import.meta.url)
const target = new URL('./kernel-code.ts', import.meta.url)

/** Compiles the kernels. @throws Error with the compiler's messages */
export async function compileKernels(): Promise<Uint8Array> {
  let binary: Uint8Array | null = null
  const { error } = await asc.main(
    [
      'index.ts',
      '--outFile=kernels.wasm',
      '-O3',
      '--noAssert',
      '--runtime=stub',
      '--enable=simd',
      '--enable=relaxed-simd',
      '--initialMemory=16',
    ],
    {
      readFile: (name: string, base: string) =>
        readFile(new URL(name, new URL(`${base}/`, sources)), 'utf8').catch(() => null),
      writeFile: (_name: string, contents: Uint8Array | string) => {
        if (typeof contents !== 'string') binary = contents
      },
      listFiles: () => [],
    },
  )
  if (error || !binary) throw error ?? new Error('the kernels do not compile')
  return binary
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base64 = Buffer.from(await compileKernels()).toString('base64')
  await writeFile(
    target,
    `/** Made from packages/omr/wasm by compile.ts; a test holds the two together. */\nexport const kernelCode =\n  '${base64}'\n`,
  )
}
