import { stat, statfs } from 'node:fs/promises'
import { type DiskLevel, diskLevel } from '@hengjuan/domain'

type Held = 'data' | 'images'

interface Disk {
  holds: Held[]
  level: DiskLevel
  free_bytes: number
  total_bytes: number
}

type Room = Omit<Disk, 'holds'> & { device: number | string }

/** Disks at work answer at once; one behind a network that is gone may never do. */
const PATIENCE_MS = 2000

/**
 * Looks at folders that have not answered yet. A look can not be called off, and holds one of the few threads that
 * read and write for the whole server: whoever asks again waits for the same one.
 */
const looks = new Map<string, Promise<Room>>()

/** The disks under some folders, each once, with what this process may still write on it. */
export async function disksUnder(
  folders: readonly (readonly [Held, string])[],
  { look = roomIn, patienceMs = PATIENCE_MS } = {},
): Promise<Disk[]> {
  const rooms = await Promise.all(
    folders.map(async ([held, folder]) => ({
      held,
      room: await answerOf(folder, look, patienceMs),
    })),
  )
  const disks = new Map<number | string, Disk>()
  for (const { held, room } of rooms) {
    const { device, ...rest } = room
    const known = disks.get(device)
    if (known) known.holds.push(held)
    else disks.set(device, { holds: [held], ...rest })
  }
  return [...disks.values()]
}

async function answerOf(
  folder: string,
  look: (folder: string) => Promise<Room>,
  patienceMs: number,
): Promise<Room> {
  const begun = looks.get(folder) ?? look(folder).finally(() => looks.delete(folder))
  looks.set(folder, begun)
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<Room>((answer) => {
    timer = setTimeout(answer, patienceMs, without(folder, 'silent'))
  })
  try {
    return await Promise.race([begun, silence])
  } finally {
    clearTimeout(timer)
  }
}

async function roomIn(folder: string): Promise<Room> {
  try {
    const { dev } = await stat(folder)
    const { bavail, blocks, bsize } = await statfs(folder)
    const [free_bytes, total_bytes] = [bavail * bsize, blocks * bsize]
    return { device: dev, level: diskLevel(free_bytes, total_bytes), free_bytes, total_bytes }
  } catch {
    return without(folder, 'away')
  }
}

/** A folder of whose disk nothing is known. */
const without = (folder: string, level: 'away' | 'silent'): Room => ({
  device: folder,
  level,
  free_bytes: 0,
  total_bytes: 0,
})
