import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { AppError } from '@hengjuan/domain'
import type { Clock } from '../clock.ts'

/** Makes and checks expiring image addresses: the person whom one was made for may see that one image until it expires. */
export interface LinkSigner {
  /**
   * Address of an image on this server.
   *
   * @param masked areas that are painted over, as `maskText` says them; the signature holds for them too
   * @param viewerId for whom, where that is not who makes the call that is being handled
   */
  sign(imageHash: string, masked?: string, viewerId?: number | null): string
  /** The same address for a program that has no session, as a machine that marks. */
  opened(address: string): string
  /** @throws AppError IMAGE_LINK_EXPIRED for a wrong or outdated signature, and for somebody else than the viewer */
  check(link: SignedLink, viewerId: number | null): void
}

/** What an address says. */
interface SignedLink {
  hash: string
  expires: number
  sig: string
  mask?: string
  open?: '1'
}

const KEY_BYTES = 32

/** The key of this server, made at the first start. Under its name it is whole: half of one, as a full disk leaves it, would be easy to guess. */
export async function keyIn(keyFile: string): Promise<Buffer> {
  const kept = await readFile(keyFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return Buffer.alloc(0)
  })
  if (kept.length >= KEY_BYTES) return kept
  const made = randomBytes(KEY_BYTES)
  await writeFile(`${keyFile}.new`, made, { mode: 0o600 })
  await rename(`${keyFile}.new`, keyFile)
  return made
}

/**
 * @param key of the server; nodes that share images share it
 * @param callerId who makes the call that is being handled
 */
export function linkSigner(
  key: Buffer,
  minutes: number,
  clock: Clock,
  callerId: () => number | null = () => null,
): LinkSigner {
  const signature = (
    { hash, expires, mask = '', open }: Omit<SignedLink, 'sig'>,
    viewerId: number | null,
  ): string =>
    createHmac('sha256', key)
      .update(`${hash}.${expires}.${mask}.${open ? 'open' : viewerId}`)
      .digest('base64url')
      .slice(0, 32)

  return {
    sign(imageHash, masked = '', viewerId = callerId()) {
      // Rounded up to a step, so that the address of an image is the same for a while and caches hold it.
      const step = minutes * 30
      const seconds = Math.floor(clock.now().getTime() / 1000)
      const expires = (Math.floor(seconds / step) + 2) * step
      const query = new URLSearchParams({
        hash: imageHash,
        expires: String(expires),
        sig: signature({ hash: imageHash, expires, mask: masked }, viewerId),
        ...(masked ? { mask: masked } : {}),
      })
      return `/v1/resource/marking?${query}`
    },
    opened(address) {
      const [path, text] = address.split('?')
      const query = new URLSearchParams(text)
      const link = { hash: query.get('hash') ?? '', expires: Number(query.get('expires')) }
      query.set('open', '1')
      query.set('sig', signature({ ...link, mask: query.get('mask') ?? '', open: '1' }, null))
      return `${path}?${query}`
    },
    check(link, viewerId) {
      const { expires, sig } = link
      const expected = Buffer.from(signature(link, viewerId))
      const actual = Buffer.from(sig)
      const right = expected.length === actual.length && timingSafeEqual(expected, actual)
      if (!right || expires * 1000 < clock.now().getTime()) throw new AppError('IMAGE_LINK_EXPIRED')
    },
  }
}
