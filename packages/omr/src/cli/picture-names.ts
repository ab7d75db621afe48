import { basename, extname } from 'node:path'
import type { PicturePage } from './picture-pages.ts'

/** Gives names to pictures made from pages: files of the same name from different folders do not collide. */
export class PictureNames {
  private readonly taken = new Set<string>()

  /** @param part what follows the page's name, for instance a field's id */
  nameFor({ file, filePage }: PicturePage, part = ''): string {
    const page = filePage === null ? '' : `-p${filePage}`
    const stem = `${basename(file, extname(file))}${page}${part && `-${safe(part)}`}`
    let name = `${stem}.png`
    for (let i = 2; this.taken.has(name); i++) name = `${stem}-${i}.png`
    this.taken.add(name)
    return name
  }
}

/** Ids hold colons and what a person may type; file names must not. */
const safe = (part: string) => part.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
