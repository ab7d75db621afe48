/** The server asks whether its commits are kept, and does not start where the tests' PostgreSQL keeps none. */
export function keeping(url: string): string {
  if (!url.startsWith('postgres')) return url
  const address = new URL(url)
  address.searchParams.set('options', '-c synchronous_commit=on')
  return address.href
}
