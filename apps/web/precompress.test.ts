import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { precompress } from './precompress.ts'

test('each text of a build is there compressed; small ones and pictures only as they are', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hengjuan-precompress-'))
  try {
    const sentence = '试卷一份一份地评，'
    await writeFile(
      join(root, 'main.js'),
      `import './picture.png'\nglobalThis.said = ${JSON.stringify(sentence.repeat(200))}`,
    )
    await writeFile(join(root, 'picture.png'), Buffer.alloc(5000))
    await writeFile(join(root, 'index.html'), '<script type="module" src="./main.js"></script>')
    await build({
      root,
      logLevel: 'silent',
      configFile: false,
      plugins: [precompress()],
      build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    })
    const names = await readdir(join(root, 'dist'), { recursive: true })
    const compressed = names.filter((name) => /\.(br|gz)$/.test(name))
    const script = names.find((name) => name.endsWith('.js'))!
    expect(compressed.toSorted()).toEqual([`${script}.br`, `${script}.gz`])
    const read = (name: string) => readFile(join(root, 'dist', name))
    const text = await read(script)
    expect(text.toString()).toContain(sentence)
    expect(brotliDecompressSync(await read(`${script}.br`)).equals(text)).toBe(true)
    expect(gunzipSync(await read(`${script}.gz`)).equals(text)).toBe(true)
  } finally {
    await rm(root, { recursive: true })
  }
})
