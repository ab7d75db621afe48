import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyIn } from '../../images/link-signer.ts'

/** Letters and digits that nobody confuses when reading them from another screen. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

/**
 * What whoever creates the first school types: only who sees the server's window or its data folder knows it. It
 * follows from the key of the folder, so that all nodes on it say the same and nothing is kept.
 */
export async function setupCode(dataDir: string): Promise<string> {
  const key = await keyIn(`${dataDir}/link-key`)
  const digest = createHmac('sha256', key).update('first start').digest()
  const signs = [...digest.subarray(0, LENGTH)].map((byte) => SIGNS[byte % SIGNS.length])
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`
}

const bare = (code: string): Buffer =>
  Buffer.from(
    code
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .padEnd(LENGTH)
      .slice(0, LENGTH + 1),
  )

/** Is it the code, typed with or without the dash, in whatever case? */
export function isSetupCode(typed: string, code: string): boolean {
  const [one, other] = [bare(typed), bare(code)]
  return one.length === other.length && timingSafeEqual(one, other)
}
