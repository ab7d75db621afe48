import type { Part } from './paper-images.ts'
import { PictureRefused } from './picture-file.ts'

/** Addresses that are remembered: of papers in hand, before and behind. */
const KNOWN = 400

/** Asks the server where the pictures of a paper are now: they are among those that it answers, where it shows them. */
export type Renew = (parts: readonly Part[]) => Promise<readonly Part[] | undefined>

/**
 * Where pictures are now. Signed addresses run out, and papers stay on a page longer: what the server says of a
 * picture later holds for the paper as it came.
 */
export class PictureAddresses {
  /** By hash, the latest said last. */
  readonly #known = new Map<string, string>()
  readonly #renew: Renew

  constructor(renew: Renew) {
    this.#renew = renew
  }

  learn(parts: readonly Part[]): void {
    for (const { hash, url } of parts) {
      this.#known.delete(hash)
      this.#known.set(hash, url)
    }
    for (const hash of this.#known.keys()) {
      if (this.#known.size <= KNOWN) break
      this.#known.delete(hash)
    }
  }

  of({ hash, url }: Part): string {
    return this.#known.get(hash) ?? url
  }

  /**
   * Fetches the files of a paper; where an address has run out, asks once for another.
   *
   * @throws whatever `fetchOne` throws
   */
  async fetchAll(
    parts: readonly Part[],
    fetchOne: (url: string) => Promise<Blob>,
  ): Promise<Blob[]> {
    const all = () => Promise.all(parts.map((part) => fetchOne(this.of(part))))
    try {
      return await all()
    } catch (error) {
      if (!(error instanceof PictureRefused) || !error.isOfAddress) throw error
      const said = await this.#renew(parts).catch(() => undefined)
      const fresh = said?.filter(({ hash }) => parts.some((part) => part.hash === hash)) ?? []
      // Cut anew it is another picture, which whoever shows it asks for.
      if (parts.some((part) => !fresh.some(({ hash }) => hash === part.hash))) throw error
      this.learn(fresh)
      return all()
    }
  }
}
