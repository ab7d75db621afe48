import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadTemplate } from '@hengjuan/omr'
import type { KnownSheet } from './measure-page.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../../../scanner-profiles/check-sheet')

/** The page to print for the scanner check, PDF; `scripts/check-sheet.ts` makes it. */
export const readCheckSheetPdf = (): Promise<Buffer> =>
  readFile(path.join(FOLDER, 'check-sheet.pdf'))

/** Its marks. */
export async function readCheckSheet(): Promise<KnownSheet> {
  const template: unknown = JSON.parse(await readFile(path.join(FOLDER, 'template.json'), 'utf8'))
  return { name: '检查页', template: loadTemplate(template) }
}
