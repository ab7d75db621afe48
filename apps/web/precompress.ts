import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)]
/** Of text a request for less costs more than its bytes; pictures and fonts are compressed already. */
const WORTH_BYTES = 1024
const TEXT = /\.(js|css|svg|html|json)$/
/** A twentieth of the time of the best, for files a thirtieth larger. */
const QUALITY = 9

/**
 * Writes each text of the build once more, compressed: a school on a slow line waits for a quarter of the bytes,
 * and no server compresses the same file for everybody. Twice, because browsers take Brotli over HTTPS only.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files.filter((file) => TEXT.test(file)).map((file) => writeCompressed(join(dir, file))),
      )
    },
  }
}

async function writeCompressed(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < WORTH_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  await writeFile(`${file}.br`, await brotli(text, { params }))
  await writeFile(`${file}.gz`, await gz(text, { level: 9 }))
}
