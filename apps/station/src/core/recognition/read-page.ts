import type { OmrTemplate } from '@hengjuan/domain'
import { createReaderPool } from '@hengjuan/omr/pool'
import sharp from 'sharp'
import { lookOf } from './look.ts'
import type { PageAnswer, PageRequest, UploadPicture } from './page-answer.ts'
import { isNamed, looksFor, settleReading, type UnionTemplate } from './union-template.ts'

const pool = createReaderPool({ size: 1 })
const templates = new Map<number, OmrTemplate>()
const looks = new Map<string, UnionTemplate[]>()

/**
 * Reads a page of a picture as one of the templates.
 *
 * @throws PageFileError for what is no picture
 */
export async function readPage({ bytes, templates: given }: PageRequest): Promise<PageAnswer> {
  const list = given.map(({ key, template }) => {
    if (template) templates.set(key, template)
    const known = templates.get(key)
    if (!known) throw new Error(`template ${key} was never sent`)
    return known
  })
  let found: PageAnswer | null = null
  for (const look of looksOf(given.map(({ key }) => key).join(' '), list)) {
    const result = await pool.read({
      bytes,
      template: look.template,
      options: { crops: { purposes: ['block', 'name'] } },
    })
    if (found && !isNamed(result.reading)) continue
    const settled = settleReading(result.reading, look, list)
    found = { ...result, ...settled, look: '', picture: { mime: 'image/jpeg', converted: null } }
    if (isNamed(result.reading) || result.reading.quality.blank) break
  }
  if (!found) throw new Error('no template')
  return { ...found, look: lookOf(found.reading), picture: await uploadPicture(bytes) }
}

function looksOf(keys: string, list: readonly OmrTemplate[]): UnionTemplate[] {
  const known = looks.get(keys)
  if (known) return known
  const made = looksFor(list)
  looks.set(keys, made)
  return made
}

async function uploadPicture(bytes: Uint8Array): Promise<UploadPicture> {
  const { format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  switch (format) {
    case 'jpeg':
    case 'png':
    case 'webp':
      return { mime: `image/${format}`, converted: null }
    default: {
      const jpeg = sharp(bytes).rotate().flatten({ background: '#fff' }).jpeg({ quality: 90 })
      return { mime: 'image/jpeg', converted: await jpeg.toBuffer() }
    }
  }
}
