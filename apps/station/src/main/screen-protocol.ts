import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'
import { PICTURE_SCHEME } from '../bridge/electron-bridge.ts'
import type { Station } from '../core/station.ts'

const SCREEN_SCHEME = 'station-screen'
const SCREEN_ORIGIN = `${SCREEN_SCHEME}://app`
export const SCREEN_ADDRESS = `${SCREEN_ORIGIN}/`

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  // Blueprint places its popovers with style attributes.
  "style-src 'self' 'unsafe-inline'",
  `img-src 'self' data: ${PICTURE_SCHEME}:`,
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const MIME: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** Must run before the application is ready. */
export function declareSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCREEN_SCHEME, privileges: { standard: true, secure: true } },
    { scheme: PICTURE_SCHEME, privileges: { standard: true, secure: true, corsEnabled: true } },
  ])
}

/** Serves the built screen and the station's pictures; nothing else on the disk can be reached. */
export function serveScreen(station: Station, screenDir: string): void {
  protocol.handle(SCREEN_SCHEME, async ({ url }) => {
    const wanted = decodeURIComponent(new URL(url).pathname).replace(/^\/$/, '/index.html')
    const file = path.join(screenDir, wanted)
    const mime = MIME[path.extname(file)]
    if (!mime || !file.startsWith(screenDir + path.sep)) return notFound()
    const body = await readFile(file).catch(() => null)
    return body
      ? new Response(body, {
          headers: {
            'content-type': mime,
            'content-security-policy': CSP,
            'x-content-type-options': 'nosniff',
          },
        })
      : notFound()
  })

  protocol.handle(PICTURE_SCHEME, async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    const [, id = '', kind] = pathname.split('/')
    const picture =
      kind === 'page' || kind === 'thumb' ? await station.readPicture(id, kind, searchParams) : null
    if (!picture) return notFound()
    return new Response(new Uint8Array(picture.bytes), {
      // The screen looks into the pixels to find the printed mark beside a point.
      headers: { 'content-type': picture.mime, 'access-control-allow-origin': SCREEN_ORIGIN },
    })
  })
}

const notFound = (): Response => new Response(null, { status: 404 })
