import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StationContext } from '../core/context.ts'
import { DiskGuard } from '../core/disk/disk-guard.ts'
import { idsAfter } from '../core/new-id.ts'
import { Seal } from '../core/secrets/seal.ts'
import { Spool } from '../core/spool.ts'
import { insertBatch } from '../core/store/batch.store.ts'
import { openStore } from '../core/store/open-store.ts'
import { insertSheet } from '../core/store/sheet.store.ts'

const GIB = 2 ** 30

/** The inside of a station on a folder of its own, with a disk whose free space a test decides. */
export interface TestStation extends StationContext {
  dataDir: string
  room: { free: number }
  /** Opens a batch with sheets that wait for upload; `size` is that of a container. */
  addSheets: (count: number, size?: number) => Promise<{ batchId: string; sheetIds: string[] }>
  close: () => Promise<void>
}

export async function openTestStation(): Promise<TestStation> {
  const root = await mkdtemp(path.join(tmpdir(), 'station-context-'))
  const dataDir = path.join(root, 'data')
  const key = randomBytes(32)
  const db = openStore(dataDir, key)
  const spool = new Spool(path.join(dataDir, 'spool'), new Seal(key))
  await spool.prepare()
  const room = { free: 100 * GIB }
  const disk = new DiskGuard({
    folder: dataDir,
    freeBytes: async () => room.free,
    changed: () => undefined,
    onRoom: () => undefined,
  })
  const newId = idsAfter(null)
  const now = () => new Date().toISOString()
  return {
    db,
    spool,
    disk,
    dataDir,
    room,
    now,
    newId,
    changed: () => undefined,
    log: () => undefined,
    addSheets: async (count, size = 2000) => {
      const batchId = newId()
      const batch = { exam_id: 7, subject_id: 3, exam_name: '期中', subject_name: '英语' }
      const rest = { label: '第一袋', folder: '', template_sha256: 'a'.repeat(64) }
      insertBatch(db, { id: batchId, ...batch, ...rest, opened_at: now() })
      const sheetIds: string[] = []
      for (let seq = 1; seq <= count; seq++) {
        const bytes = randomBytes(size)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        await spool.putContainer(sha256, bytes)
        const id = newId()
        sheetIds.push(id)
        const head = { id, batch_id: batchId, seq, scanned_at: now(), subject_id: 3 }
        insertSheet(
          db,
          { ...head, exam_no: null, candidate_name: null, findings: [] },
          { sha256, bytes: size },
        )
      }
      return { batchId, sheetIds }
    },
    close: async () => {
      disk.stop()
      db.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
