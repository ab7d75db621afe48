import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import type { PageCodec } from '../codec/page-codec.ts'
import { createPageCodec } from '../codec/page-codec.ts'
import type { Gray } from '../kernels/gray.ts'
import { holdPage, PageMemory } from '../kernels/page-memory.ts'
import { readDropout } from './read-dropout.ts'
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

/** A grey page larger than A3 at 400 dpi, or a coloured one larger than A4 at 300, is rare: its memory is given back. */
const mostKept = 100_000_000

/** Makes a reader; `reuseBuffer: false` gives every page its own memory. */
export function createReader(options: { codec?: PageCodec; reuseBuffer?: boolean } = {}): Reader {
  const codec = options.codec ?? createPageCodec()
  let kept: PageMemory | null = null
  return {
    codec,
    async readPage(page, template, readOptions = {}) {
      const { dropout } = template
      const memory = kept ?? new PageMemory()
      // A second page that is read meanwhile must not take this one's place.
      kept = null
      const keep = () => {
        const isKept = options.reuseBuffer !== false && memory.bytes.length <= mostKept
        kept = isKept ? memory : null
      }
      if (dropout && page instanceof Uint8Array) {
        const channels = await codec.decodeChannels(page, dropout, memory)
        const read = await readDropout(channels, { ...template, dropout }, readOptions)
        keep()
        return read
      }
      const decoded =
        page instanceof Uint8Array
          ? await codec.decodeGray(page, (size) => memory.hold(size))
          : page
      const gray = holdPage(decoded, memory)
      const reading = await readGrayPage(gray, template, readOptions)
      keep()
      return { reading, gray }
    },
  }
}
