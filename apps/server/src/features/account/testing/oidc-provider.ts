import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const KEY_ID = 'test-key'
const SECRET = 'client-secret-of-the-test'

interface Granted {
  challenge: string
  redirect: string
  nonce: string
  claims: Record<string, unknown>
}

/** A small provider of OpenID Connect: it checks PKCE, client and redirect, and signs with a real key. */
export async function openOidcProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const granted = new Map<string, Granted>()
  const lies = { key: false, nonce: false }
  const server = createServer((request, reply) => {
    const send = (body: unknown, status = 200) => {
      reply.writeHead(status, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(body))
    }
    const path = new URL(request.url ?? '/', issuer).pathname
    if (path === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (path === '/jwks') {
      const jwk = publicKey.export({ format: 'jwk' })
      return send({ keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: 'RS256' }] })
    }
    void textOf(request).then((text) => {
      const form = new URLSearchParams(text)
      const one = granted.get(form.get('code') ?? '')
      granted.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isRight =
        one?.challenge === challenge &&
        form.get('redirect_uri') === one.redirect &&
        form.get('client_secret') === SECRET
      if (!isRight) return send({ error: 'invalid_grant' }, 400)
      const now = Math.floor(Date.now() / 1000)
      const nonce = lies.nonce ? 'of another sign-in' : one.nonce
      const claims = {
        iss: issuer,
        aud: 'hengjuan',
        iat: now,
        exp: now + 300,
        nonce,
        ...one.claims,
      }
      const key = lies.key ? stranger : privateKey
      send({ access_token: randomUUID(), token_type: 'Bearer', id_token: signed(claims, key) })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    secret: SECRET,
    lies,
    /** Somebody signs in at the provider, to which a browser was led. @returns what it sends back */
    signIn(address: string, claims: Record<string, unknown>): { code: string; state: string } {
      const query = new URL(address).searchParams
      if (query.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
      const code = randomUUID()
      granted.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirect: query.get('redirect_uri') ?? '',
        nonce: query.get('nonce') ?? '',
        claims,
      })
      return { code, state: query.get('state') ?? '' }
    },
  }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: object, key: Parameters<typeof sign>[2]): string {
  const text = `${part({ alg: 'RS256', kid: KEY_ID })}.${part(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const one of request) parts.push(one as Buffer)
  return Buffer.concat(parts).toString()
}
