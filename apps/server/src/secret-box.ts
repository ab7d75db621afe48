import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what the server has to know and nobody may read: passwords of mail servers, secrets of webhooks. */
export interface SecretBox {
  seal: (secret: string) => string
  /** What was sealed; of what is not sealed itself. Empty where it was sealed under another key. */
  open: (kept: string) => string
  /** What a short secret is recognised by, and cannot be found from without the key. */
  digest: (secret: string) => string
}

/** Begins what is sealed. What was saved before there was a box stands as it is until it is saved again. */
const MARK = 'sealed:1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param key of the server: it lies beside the database, and in no copy of it */
export function secretBox(key: Uint8Array): SecretBox {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'settings', 32))
  const digestKey = Buffer.from(hkdfSync('sha256', key, '', 'digests', 32))
  return {
    digest: (secret) => createHmac('sha256', digestKey).update(secret).digest('hex'),
    seal(secret) {
      if (secret === '') return ''
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', own, nonce)
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(kept) {
      if (!kept.startsWith(MARK)) return kept
      const bytes = Buffer.from(kept.slice(MARK.length), 'base64url')
      try {
        const cipher = createDecipheriv('aes-256-gcm', own, bytes.subarray(0, NONCE_BYTES))
        cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8')
      } catch {
        return ''
      }
    },
  }
}
