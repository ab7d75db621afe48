import type { AddressInfo } from 'node:net'
import ldap from 'ldapjs'
import { onTestFinished } from 'vitest'

interface Bind {
  dn: { toString(): string }
  credentials: string
}

/** A directory with one person in it. */
export async function openDirectory(dn: string, password: string) {
  const server = ldap.createServer()
  const bound: string[] = []
  const answer = (request: Bind, reply: { end(): void }, next: (error?: unknown) => void) => {
    bound.push(request.dn.toString())
    if (request.dn.toString() !== dn || request.credentials !== password)
      return next(new ldap.InvalidCredentialsError('no such person'))
    reply.end()
    return next()
  }
  server.bind('dc=example,dc=cn', answer)
  await new Promise<void>((next) => {
    server.listen(0, '127.0.0.1', () => next())
  })
  onTestFinished(() => {
    server.close(() => undefined)
  })
  const { port } = (server as unknown as { address(): AddressInfo }).address()
  return { url: `ldap://127.0.0.1:${port}`, bound }
}
