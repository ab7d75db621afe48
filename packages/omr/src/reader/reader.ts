import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import type { PageCodec } from '../codec/page-codec.ts'
import { createPageCodec } from '../codec/page-codec.ts'
import type { Gray } from '../kernels/gray.ts'
import type { ReadOptions } from './read-page.ts'
import { readGrayPage } from './read-page.ts'

/** Reads pages one at a time, reusing its buffers. */
export interface Reader {
  codec: PageCodec
  /**
   * Reads one scanned page.
   *
   * @param page a picture file's bytes, or a decoded page
   * @returns the reading and the decoded page, which stays valid until the next call
   * @throws PageFileError when the file is no readable picture; an unreadable sheet is a reading with
   *   status `rejected`, not an error
   */
  readPage(
    page: Uint8Array | Gray,
    template: OmrTemplate,
    options?: ReadOptions,
  ): Promise<{ reading: PageReading; gray: Gray }>
}

/** Makes a reader; `reuseBuffer: false` gives every page its own memory. */
export function createReader(options: { codec?: PageCodec; reuseBuffer?: boolean } = {}): Reader {
  const codec = options.codec ?? createPageCodec()
  let buffer: Uint8Array | null = null
  return {
    codec,
    async readPage(page, template, readOptions = {}) {
      const gray = page instanceof Uint8Array ? await codec.decodeGray(page, buffer) : page
      if (page instanceof Uint8Array && options.reuseBuffer !== false) {
        const whole = new Uint8Array(gray.data.buffer)
        if (!buffer || whole.length > buffer.length) buffer = whole
      }
      return { reading: await readGrayPage(gray, template, readOptions), gray }
    },
  }
}
