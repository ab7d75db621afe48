/** Digits and letters without 0, 1, I, L, O and U, which are misread or spell words. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Largest multiple of the alphabet below 256; bytes from there on are skipped, so that all letters are equally likely. */
const FAIR_LIMIT = 256 - (256 % ALPHABET.length)

/**
 * The anonymous code (密号) under which a candidate is visible to the markers of a block.
 *
 * Made from random bytes alone, so nothing about the candidate can be derived from it. The caller keeps
 * it unique in the block and draws again on a clash.
 *
 * @param randomBytes from a cryptographic source; four per letter is always enough in practice
 * @throws RangeError if the bytes run out
 * @source domain rules 1.4
 */
export function secretCode(randomBytes: Uint8Array, length = 8): string {
  let code = ''
  for (const byte of randomBytes) {
    if (code.length === length) break
    if (byte < FAIR_LIMIT) code += ALPHABET[byte % ALPHABET.length]
  }
  if (code.length < length) throw new RangeError('not enough random bytes for a secret code')
  return code
}

/** Six random digits, leading zeros kept. @throws RangeError for fewer than four bytes. */
export function sixDigitCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < 4) throw new RangeError('a six-digit code needs four random bytes')
  const value = randomBytes.slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0)
  return String(value % 1_000_000).padStart(6, '0')
}
