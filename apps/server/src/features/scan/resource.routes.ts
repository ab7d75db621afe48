import { imageResource, missingImages, signImage } from '@hengjuan/contracts'
import { AppError, scopeAllows } from '@hengjuan/domain'
import sharp from 'sharp'
import { maskImage } from '../../images/mask-image.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { findMissingImages } from './missing-images.ts'
import { signImageFor } from './sign-image.ts'

/** Content under an address never changes; on a computer that several people share it is soon forgotten. */
const CACHE = 'private, max-age=600, immutable'
const PIXEL_LIMIT = 120_000_000
/** Of a piece that is judged by, and of a preview that is only looked over. @source specification, section 9 */
const QUALITY = { piece: 82, preview: 50 }

/** Images of scanned sheets, whole or in pieces. */
export function registerResource(target: ServeApp): void {
  serve(target, imageResource, async (call) => {
    const { query, services } = call
    // Whoever signed out sees nothing more, whatever addresses are left in the history of the browser.
    if (!query.open && !call.hasSession) throw new AppError('LOGIN_EXPIRED')
    services.links.check(query, call.hasSession ? call.session.userId : null)
    const image = await services.db
      .selectFrom('image')
      .selectAll()
      .where('hash', '=', query.hash)
      .executeTakeFirst()
    if (!image) throw new AppError('IMAGE_NOT_FOUND')
    const span = { offset: image.byte_offset, length: image.byte_length }
    const { box, width, rotate, mask } = query
    if (box === undefined && width === undefined && !rotate && mask === undefined)
      return {
        body: await services.images.read(image.object_hash, span),
        mime: image.mime,
        cacheControl: CACHE,
      }
    const whole = await services.images.readBytes(image.object_hash, span)
    return { body: await cut(whole, query, image), mime: 'image/webp', cacheControl: CACHE }
  })

  serve(target, missingImages, async ({ query, services, session }) =>
    findMissingImages(services, query.exam_id, (subjectId) =>
      query.subject_id === undefined
        ? scopeAllows(session.scope.subjects, subjectId)
        : query.subject_id === subjectId,
    ),
  )

  serve(target, signImage, async ({ query, found, services, session }) => ({
    url: await signImageFor(services, session, { examId: found.exam.id, hash: query.hash }),
  }))
}

async function cut(
  bytes: Buffer,
  want: { box?: string; width?: number; rotate?: number; mask?: string },
  image: { width_px: number; height_px: number },
): Promise<Buffer> {
  const masked =
    want.mask === undefined
      ? null
      : await maskImage(bytes, want.mask, PIXEL_LIMIT).catch(unreadable)
  let picture = masked
    ? sharp(masked.data, { raw: masked.raw })
    : sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
  if (want.box !== undefined) {
    const [x = 0, y = 0, width = 0, height = 0] = want.box.split(',').map(Number)
    const left = Math.min(x, image.width_px - 1)
    const top = Math.min(y, image.height_px - 1)
    picture = picture.extract({
      left,
      top,
      width: Math.max(1, Math.min(width, image.width_px - left)),
      height: Math.max(1, Math.min(height, image.height_px - top)),
    })
  }
  // A pipeline turns before it shrinks; a piece is turned after it was cut.
  if (want.rotate) picture = sharp(await picture.png().toBuffer()).rotate(want.rotate)
  const isPreview = want.width !== undefined
  if (isPreview) picture = picture.resize({ width: want.width, withoutEnlargement: true })
  const quality = isPreview ? QUALITY.preview : QUALITY.piece
  return picture.webp({ quality, effort: 2 }).toBuffer().catch(unreadable)
}

function unreadable(cause: unknown): never {
  throw new AppError('SCAN_IMAGE_INVALID').withCause(cause)
}
