import { stat, statfs } from 'node:fs/promises'
import { type DiskLevel, diskLevel } from '@hengjuan/domain'

type Held = 'data' | 'images'

interface Disk {
  holds: Held[]
  level: DiskLevel
  free_bytes: number
  total_bytes: number
}

/** The disks under some folders, each once, with what this process may still write on it. */
export async function disksUnder(folders: readonly (readonly [Held, string])[]): Promise<Disk[]> {
  const disks = new Map<number | string, Disk>()
  for (const [held, folder] of folders) {
    const { device, ...room } = await roomIn(folder)
    const known = disks.get(device)
    if (known) known.holds.push(held)
    else disks.set(device, { holds: [held], ...room })
  }
  return [...disks.values()]
}

async function roomIn(folder: string): Promise<Omit<Disk, 'holds'> & { device: number | string }> {
  try {
    const { dev } = await stat(folder)
    const { bavail, blocks, bsize } = await statfs(folder)
    const [free_bytes, total_bytes] = [bavail * bsize, blocks * bsize]
    return { device: dev, level: diskLevel(free_bytes, total_bytes), free_bytes, total_bytes }
  } catch {
    return { device: folder, level: 'away', free_bytes: 0, total_bytes: 0 }
  }
}
