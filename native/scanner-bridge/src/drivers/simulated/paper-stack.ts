import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { compareNames, isPictureName } from '../../picture/natural-order.ts'

/** A sheet in the simulated feeder; a missing back is a blank one. */
export interface StackSheet {
  front: string
  back: string | null
}

/**
 * The sheets that a folder stands for, in the order of its names. A folder with pictures is one stack:
 * with a duplex source every two pictures are a sheet. A folder of folders (as `test-scans/`) is one
 * folder after the other, each beginning with a new sheet.
 *
 * @param sides images that a sheet has
 */
export async function readStack(folder: string, sides: 1 | 2): Promise<StackSheet[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && isPictureName(entry.name))
  const pictures = names.map(({ name }) => path.join(folder, name)).toSorted(compareNames)
  const sheets: StackSheet[] = []
  for (let at = 0; at < pictures.length; at += sides)
    sheets.push({ front: pictures[at] ?? '', back: pictures[at + 1] ?? null })
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  for (const { name } of folders.toSorted((a, b) => compareNames(a.name, b.name)))
    sheets.push(...(await readStack(path.join(folder, name), sides)))
  return sheets
}
