import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Change } from './answer-outbox.ts'

/** What this device keeps of an attempt. */
interface KeptAttempt {
  deviceKey: string
  attemptId: number
  unsent: readonly Change[]
  /** Questions to come back to. */
  flagged: readonly number[]
}

interface KeptPhoto {
  id: string
  attemptId: number
  questionId: number
  blob: Blob
}

interface Schema extends DBSchema {
  attempt: { key: string; value: KeptAttempt }
  photo: { key: string; value: KeptPhoto; indexes: { attempt: number } }
}

let opened: Promise<IDBPDatabase<Schema>> | null = null

const open = () =>
  (opened ??= openDB<Schema>('hengjuan-pad', 1, {
    upgrade(db) {
      db.createObjectStore('attempt')
      db.createObjectStore('photo', { keyPath: 'id' }).createIndex('attempt', 'attemptId')
    },
  }))

/** Of one student in one subject of an exam: several may share a computer. */
export const attemptKey = (userId: number, examId: number, subjectId: number): string =>
  `${userId}:${examId}:${subjectId}`

export const keptAttempt = async (key: string): Promise<KeptAttempt | undefined> =>
  open()
    .then((db) => db.get('attempt', key))
    .catch(nothingKept)

/** Where a browser keeps nothing, as a private window may not, answers are safe once they are sent. */
const nothingKept = (): undefined => undefined

export const keepAttempt = (key: string, change: Partial<KeptAttempt>): Promise<void> =>
  write(key, change).catch(nothingKept)

async function write(key: string, change: Partial<KeptAttempt>): Promise<void> {
  const transaction = (await open()).transaction('attempt', 'readwrite')
  const before = await transaction.store.get(key)
  const fresh: KeptAttempt = { deviceKey: '', attemptId: 0, unsent: [], flagged: [] }
  await transaction.store.put({ ...fresh, ...before, ...change }, key)
  await transaction.done
}

/** Photos that have not been uploaded yet. */
export const keptPhotos = async (attemptId: number): Promise<KeptPhoto[]> =>
  open()
    .then((db) => db.getAllFromIndex('photo', 'attempt', attemptId))
    .catch(() => [])

export const keepPhoto = (photo: KeptPhoto): Promise<unknown> =>
  open()
    .then((db) => db.put('photo', photo))
    .catch(nothingKept)

export const forgetPhoto = (id: string): Promise<void> =>
  open()
    .then((db) => db.delete('photo', id))
    .catch(nothingKept)
