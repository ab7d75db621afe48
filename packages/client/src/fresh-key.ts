/**
 * A key that nothing else has, for what must be done once although it may be sent twice.
 *
 * Schools open the platform by the plain address of a computer in the house. Pages that came without HTTPS have no
 * `crypto.randomUUID`.
 */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
