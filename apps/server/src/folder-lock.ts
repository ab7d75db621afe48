import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { wallTime } from './wall-clock.ts'

/** Who has a data folder. */
interface Holder {
  pid: number
  host: string
  /** Of the computer's start, where it says one: after a restart the number of a process says nothing. */
  boot: string
  since: string
  token: string
}

/** Another server works with the data folder. */
export class FolderHeldError extends Error {
  constructor(folder: string, path: string, { pid, host, since }: Holder) {
    const elsewhere =
      host === hostname()
        ? '请先停止那个服务，再重新启动'
        : `请先停止那台计算机上的服务；确认它已停止的，删除 ${path} 后重新启动`
    super(
      `数据文件夹 ${folder} 正由另一个服务使用（计算机 ${host}，进程号 ${pid}，自 ${wallTime(since)}）。两个服务同时使用会损坏数据，因此没有启动。${elsewhere}。`,
    )
  }
}

/**
 * Takes a data folder for this process. What a server that ended without a word left behind on this computer is taken
 * over; of another computer it cannot be known whether that one still works.
 *
 * @param name what is locked: a server that only works off jobs may stand beside the one that answers calls
 * @returns gives the folder back
 * @throws FolderHeldError
 */
export async function lockFolder(
  folder: string,
  name = 'server.lock',
): Promise<() => Promise<void>> {
  const path = join(folder, name)
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    boot: await bootOf(),
    since: new Date().toISOString(),
    token: randomUUID(),
  }
  const draft = `${path}.${own.token}`
  await writeFile(draft, JSON.stringify(own))
  try {
    // A link is made whole or not at all, and never over another file.
    while (!(await isMade(link(draft, path)))) {
      const holder = await holderIn(path)
      if (holder && isAtWork(holder, own)) throw new FolderHeldError(folder, path, holder)
      await takeAway(path, holder)
    }
  } finally {
    await rm(draft, { force: true })
  }
  heldHere.add(own.token)
  return async () => {
    heldHere.delete(own.token)
    if ((await holderIn(path))?.token === own.token) await rm(path, { force: true })
  }
}

/** Of this process. */
const heldHere = new Set<string>()

const isMade = (made: Promise<void>): Promise<boolean> =>
  made.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

async function holderIn(path: string): Promise<Holder | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Holder
  } catch {
    return null
  }
}

/** Moves a lock that nobody holds out of the way; of several who try at once one does, and no lock made since goes. */
async function takeAway(path: string, seen: Holder | null): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  await rename(path, aside).catch(() => undefined)
  const moved = await holderIn(aside)
  if (moved && moved.token !== seen?.token) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function isAtWork(holder: Holder, own: Holder): boolean {
  if (holder.host !== own.host) return true
  if (holder.boot !== own.boot) return false
  if (holder.pid === own.pid) return heldHere.has(holder.token)
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const bootOf = (): Promise<string> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => '',
  )
