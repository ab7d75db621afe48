/**
 * The address that new versions are looked for at; null when none is configured.
 *
 * @throws Error in Chinese for one that is no address, or not over TLS
 */
export function feedAddress(configured: string | undefined): string | null {
  const given = configured?.trim() ?? ''
  if (given === '') return null
  const url = URL.canParse(given) ? new URL(given) : null
  const isLocal = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost'
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url.href
  throw new Error(`更新地址（${given}）不能使用，请填写 https:// 开头的地址`)
}
