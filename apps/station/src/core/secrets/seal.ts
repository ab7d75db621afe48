import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What a sealed file begins with. No picture format, JSON or SQLite file does. */
const MAGIC = Buffer.from('HJSEAL1\n', 'latin1')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + NONCE_BYTES

/**
 * Encrypts and opens the station's files with AES-256-GCM. A file's name is part of what is
 * authenticated: a sealed file that was put in another's place does not open.
 */
export class Seal {
  private readonly key: Buffer

  /** @param dataKey 32 random bytes; files, database and check each get a key of their own from it */
  constructor(dataKey: Uint8Array) {
    this.key = subkeyOf(dataKey, 'files')
  }

  close(name: string, content: Uint8Array | string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(name))
    const body =
      typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content)
    return Buffer.concat([MAGIC, nonce, body, cipher.final(), cipher.getAuthTag()])
  }

  /** @throws SealBroken when the bytes are not sealed, damaged, or another file's */
  open(name: string, sealed: Buffer): Buffer {
    if (!isSealed(sealed)) throw new SealBroken(name)
    const nonce = sealed.subarray(MAGIC.length, HEAD_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce)
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    try {
      const body = decipher.update(sealed.subarray(HEAD_BYTES, sealed.length - TAG_BYTES))
      // GCM is a stream: everything is in the first part, the last one only checks.
      decipher.final()
      return body
    } catch (cause) {
      throw new SealBroken(name, { cause })
    }
  }
}

/** A file of the station that is not what the station wrote. */
export class SealBroken extends Error {
  override name = 'SealBroken'
  constructor(name: string, options?: ErrorOptions) {
    super(`sealed file ${name} does not open`, options)
  }
}

export const isSealed = (content: Buffer): boolean =>
  content.length >= HEAD_BYTES + TAG_BYTES && content.subarray(0, MAGIC.length).equals(MAGIC)

/** @param purpose what the key is for; another purpose gives an unrelated key */
export const subkeyOf = (dataKey: Uint8Array, purpose: 'files' | 'database' | 'check'): Buffer =>
  Buffer.from(hkdfSync('sha256', dataKey, '', `hengjuan station ${purpose}`, 32))
